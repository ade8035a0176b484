"""Every kind of bad input gets a clear error: where, what, why, and what would work."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.model import InputError, Instance, Problem, load, loads

BOX = """
[boxes.pets]
P1 = { dog = "6/11", cat = "5/11" }
P2 = { dog = "5/11", cat = "6/11" }
"""
TWO = BOX + BOX.replace("pets", "fish")


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        loads(text, name="x.toml")
    return caught.value.problems


def only(text: str) -> Problem:
    (found,) = problems(text)
    return found


def one_box(p1: str, p2: str) -> str:
    return f"[boxes.pets]\nP1 = {{ {p1} }}\nP2 = {{ {p2} }}\n"


# --- the table of the model: one row each, what is refused beside what is accepted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[boxes]", "boxes is empty"),
        ("boxes = 3", "boxes must be a table"),
        ('[boxes]\nP1 = { a = "1" }\nP2 = { a = "1" }', "boxes holds the keys of one box"),
        ("[boxes.pets]\n[boxes.fish]\nP1 = {}\nP2 = {}", "boxes.pets has no P1"),
        ('[boxes.""]\nP1 = { a = 1 }\nP2 = { a = 1 }', "a box needs a name"),
        (BOX + '[boxes."c#1"]\nmechanism = "randomized-response"\ntruth = "3/4"\n'
         '[boxes.c]\nmechanism = "randomized-response"\ntruth = "3/4"\ncount = 2', "are called 'c#1'"),
    ],
)  # fmt: skip
def test_index_set(text: str, message: str) -> None:
    assert any(message in problem.message for problem in problems(text))


def test_boxes_may_share_messages() -> None:
    assert loads(TWO).family is not None


@pytest.mark.parametrize(
    ("p1", "p2", "message"),
    [
        ("", "", "boxes.pets.P1 is empty"),
        ("", 'dog = "1"', "boxes.pets.P1 is empty"),
        ('dog = "1/2", cat = "4/10"', 'dog = "1/2", cat = "1/2"', "P1 sums to 9/10, not 1 (missing 1/10)"),
        ('dog = "1/2", cat = "6/10"', 'dog = "1/2", cat = "1/2"',
         "boxes.pets.P1 sums to 11/10, not 1 (1/10 too much)"),
        ('dog = "1/2", cat = "1/2"', 'dog = "1/3", cat = "1/3"', "P2 sums to 2/3, not 1 (missing 1/3)"),
        ('dog = "3/2", cat = "-1/2"', 'dog = "1/2", cat = "1/2"', "'cat' is -1/2, which is negative"),
        ('dog = "1/2", cat = "1/2"', 'dog = "1"', "boxes.pets is not (eps,0)-close for any eps"),
        ('dog = "1/2", cat = "1/2"', 'dog = "1", cat = "0"', "but has probability 0 under P2"),
        ('dog = "1"', 'dog = "1/2", cat = "1/2"', "but is missing under P1"),
        ('dog = "exp(-1)", cat = "1 - exp(-1)"', 'dog = "exp(-1)", cat = "exp(-1)"',
         "boxes.pets.P2 sums to 2*exp(-1), not 1"),
        ('dog = "ln(2)", cat = "1-ln(2)"', 'dog = "1/2", cat = "1/2"', "not in the field"),
        ('dog = "1/0", cat = "1"', 'dog = "1/2", cat = "1/2"', "division by zero"),
        ('dog = "1/(ln(6)-ln(2)-ln(3))", cat = "1"', 'dog = "1/2", cat = "1/2"', "has no value"),
        ('dog = "half", cat = "1/2"', 'dog = "1/2", cat = "1/2"', "unknown name 'half'"),
        ('dog = true, cat = "1/2"', 'dog = "1/2", cat = "1/2"', "not the boolean true"),
        ('dog = ["1/2"], cat = "1/2"', 'dog = "1/2", cat = "1/2"', "not an array"),
    ],
)  # fmt: skip
def test_distributions(p1: str, p2: str, message: str) -> None:
    assert any(message in problem.message for problem in problems(one_box(p1, p2)))


@pytest.mark.parametrize(
    ("p1", "p2"),
    [
        ('dog = "1/2", cat = "1/2"', 'cat = "2/3", dog = "1/3"'),
        ("dog = 1", "dog = 1"),
        ('dog = "exp(1/2)/(1+exp(1/2))", cat = "1/(1+exp(1/2))"', 'dog = "1/2", cat = "1/2"'),
        ('dog = "sqrt(2)/2", cat = "1 - sqrt(1/2)"', 'dog = "0.5", cat = "5e-1"'),
    ],
)
def test_distributions_that_are_fine(p1: str, p2: str) -> None:
    assert loads(one_box(p1, p2)).family is not None


def test_a_message_of_probability_zero_on_both_sides_is_dropped_with_a_notice() -> None:
    instance = loads(one_box('dog = "1", cow = "0"', 'dog = "1", cow = 0, hen = "1-1"'))
    assert instance.family is not None
    assert instance.family["pets"].messages == ("dog",)
    assert sum("dropped" in notice for notice in instance.notices) == 2


@pytest.mark.parametrize(
    ("epsilon", "message"),
    [
        ('"-1/10"', "which is negative"),
        ("-1", "which is negative"),
        ('"ln(1/2)"', "which is negative"),
        ('"ln(0)"', "has no value"),
        ("0.1", "a float is rounded to binary"),
        ("true", "not the boolean true"),
        ('"automatic"', "unknown name"),
        ('"ln(11/10)"', "the box 'pets' is not (eps,0)-close"),
        ("0", "the box 'pets' is not (eps,0)-close"),
    ],
)
def test_epsilon(epsilon: str, message: str) -> None:
    assert message in only(f"epsilon = {epsilon}\n{BOX}").message


def test_a_box_that_is_too_far_is_named_with_message_ratio_and_remedy() -> None:
    problem = only(f'epsilon = "1/10"\n{BOX}')
    for part in ("'pets'", "'dog'", "P1/P2 = 6/5", "ln(6/5) = 0.182321"):
        assert part in problem.message
    assert "ln(6/5)" in problem.hint
    assert "auto" in problem.hint
    assert problem.line == 1


def test_an_epsilon_whose_order_cannot_be_decided_is_no_evidence_of_closeness() -> None:
    # ln(6/5) in a spelling that no theorem in use recognises as equal.
    epsilon = "ln(6/5)*(sqrt(2) + sqrt(3))/sqrt(5 + 2*sqrt(6))"
    assert "it cannot be decided whether the box 'pets'" in only(f'epsilon = "{epsilon}"\n{BOX}').message


@pytest.mark.parametrize("epsilon", ['"ln(6/5)"', '"ln(7/5)"', "1", '"auto"', '"0.2"'])
def test_an_epsilon_that_is_large_enough(epsilon: str) -> None:
    assert loads(f"epsilon = {epsilon}\n{BOX}").epsilon is not None


def test_epsilon_zero_is_legal_for_equal_distributions() -> None:
    instance = loads("epsilon = 0\n" + one_box('a = "1/3", b = "2/3"', 'b = "2/3", a = "1/3"'))
    assert str(instance.epsilon) == "0"


@pytest.mark.parametrize(
    ("n", "message"),
    [
        ("3", "n = 3, but there are only 2 boxes"),
        ("0", "must be at least 1"),
        ("-1", "must be at least 1"),
        ("1.0", "must be an integer, not the float 1.0"),
        ('"1"', "must be an integer"),
        ("true", "must be an integer"),
        ("1000000000000000000000", "but must be between"),
    ],
)
def test_n(n: str, message: str) -> None:
    assert message in only(f"n = {n}\n{TWO}").message


@pytest.mark.parametrize("n", [1, 2])
def test_n_up_to_the_number_of_boxes(n: int) -> None:
    assert loads(f"n = {n}\n{TWO}").n == n


@pytest.mark.parametrize(
    ("delta", "message"),
    [
        ('"0"', "strictly between 0 and 1"),
        ('"1"', "strictly between 0 and 1"),
        ("1", "strictly between 0 and 1"),
        ('"-1/2"', "strictly between 0 and 1"),
        ('"3/2"', "strictly between 0 and 1"),
        ('["1/2", "exp(0)"]', "delta[1] is exp(0), but must lie strictly between 0 and 1"),
        ("[]", "delta is empty"),
        ("0.5", 'a float is rounded to binary'),
        ("1e-5", "a float is rounded to binary"),
        ('{ x = "1/2" }', "must be a number"),
        ('["1/2", ["1/3"]]', "delta[1] must be a number"),
    ],
)  # fmt: skip
def test_delta(delta: str, message: str) -> None:
    assert message in only(f"delta = {delta}").message


def test_deltas_that_are_fine() -> None:
    instance = loads('delta = ["1/2", "exp(-1/4)", "1e-6", "0.5", "2/4"]')
    assert [str(delta) for delta in instance.deltas or ()] == ["1/2", "exp(-1/4)", "1/1000000"]
    assert len(instance.notices) == 2


# --- the file as such


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("n = 1\nn = 2", 2, "Cannot overwrite a value"),
        ('title = "a\nb"', 1, "not valid TOML"),
        ("n = 1\nepsilon = ln(3)", 2, "not valid TOML: Invalid value"),
        ("n == 1", 1, "not valid TOML"),
        ("[boxes.a]\n[boxes.a]", 2, "Cannot declare"),
        ("title = 'x", 1, "not valid TOML"),
        ("n = 1\nx = [1,", 2, "not valid TOML"),
        ("n = 1\n\nx = " + "9" * 5000, 3, "integer of thousands of digits"),
        ("x = " + "[" * 20_000, None, "nested too deeply"),
    ],
)
def test_syntax(text: str, line: int | None, message: str) -> None:
    problem = only(text)
    assert problem.line == line
    assert message in problem.message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("titel = 'x'", "did you mean 'title'?"),
        ("Delta = '1/2'", "did you mean 'delta'?"),
        ("box = 1", "did you mean 'boxes'?"),
        (BOX + 'P3 = "1"', "known here: P1, P2, mechanism"),
        ("zzz = 1", "known here: schema"),
    ],
)
def test_unknown_keys(text: str, hint: str) -> None:
    problem = only(text)
    assert "unknown key" in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize("schema", ["2", "0", '"1"', "1.0", "true"])
def test_schema(schema: str) -> None:
    assert "schema" in only(f"schema = {schema}").message


def test_schema_one() -> None:
    assert loads("schema = 1") == loads("")


@pytest.mark.parametrize(
    ("float_text", "spelling"),
    [("0.1", '"0.1"'), ("1e-6", '"1e-6"'), ("1_0.5", '"10.5"'), ("inf", "finite"), ("nan", "finite")],
)
def test_a_float_is_refused_with_the_spelling_that_works(float_text: str, spelling: str) -> None:
    assert spelling in only(f"epsilon = {float_text}").hint


def test_every_problem_of_a_file_in_one_run_in_file_order() -> None:
    text = f"""schema = 1
n = 5
epsilon = 0.1
delta = ["1/2", "2"]
titel = "x"
{BOX}
[boxes.bad]
P1 = {{ a = "1/2", b = "1/3" }}
P2 = {{ a = "1/2", b = 0.5 }}
[strategy]
kind = "fixed"
order = ["pets", "pest", "bad"]
"""
    found = problems(text)
    assert [problem.line for problem in found] == [2, 3, 4, 5, 12, 13, 16]
    assert [problem.key for problem in found][:4] == ["n", "epsilon", "delta[1]", "titel"]
    assert all(problem.file == "x.toml" for problem in found)
    assert str(found[4]) == "x.toml:12: boxes.bad.P1 sums to 5/6, not 1 (missing 1/6)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[strategy]\nkind = "uniform"', "strategy without boxes"),
        ('events = [[["a"]]]', "events without boxes"),
        ('epsilon = "auto"', "there are no boxes"),
    ],
)
def test_combinations_that_are_not_in_the_table(text: str, message: str) -> None:
    assert message in only(text).message


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ("[]", "events is empty"),
        ('"dog"', "must be an array of events"),
        ('["dog"]', "must be an event"),
        ('[["dog"]]', "must be an output vector"),
        ('[[["dog", "cat"]]]', "holds 2 messages, but n = 1"),
        ('[[["dgo"]]]', "no box has the message 'dgo'"),
        ("[[[1]]]", "must be a message"),
    ],
)
def test_events(events: str, message: str) -> None:
    assert message in only(f"events = {events}\n{BOX}").message


def test_events_that_are_fine() -> None:
    instance = loads(f'events = [[["dog"]], [["dog"], ["cat"]], []]\n{BOX}')
    assert instance.events == (frozenset({("dog",)}), frozenset({("dog",), ("cat",)}), frozenset())


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ('"n*eps"', "unknown name 'eps'"),
        ('"n*"', "is not a number"),
        ("2.5", "a float is rounded to binary"),
        ('"ln(delta - 1)"', "bound has no value at n = 1"),
        ('"1/(n-1)"', "bound has no value at n = 1"),
        ('"ln(-1)"', "has no value"),
    ],
)
def test_bound(bound: str, message: str) -> None:
    assert message in only(f'n = 1\nepsilon = "auto"\ndelta = "1/2"\nbound = {bound}\n{BOX}').message


@pytest.mark.parametrize("bound", ['"n*epsilon"', '"n*epsilon^2/2 + epsilon*sqrt(2*n*ln(1/delta))"', "3"])
def test_bounds_that_are_fine(bound: str) -> None:
    assert loads(f'n = 1\nepsilon = "auto"\ndelta = "1/2"\nbound = {bound}\n{BOX}').bound is not None


# --- bytes


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'n = 1\ntitle = "caf\xe9"\n')
    cases = {
        tmp_path / "missing.toml": "no such file",
        tmp_path: "this is a directory",
        latin: "not UTF-8",
    }
    for path, message in cases.items():
        with pytest.raises(InputError) as caught:
            load(path)
        assert message in caught.value.problems[0].message
    assert caught.value.problems[0].line == 2


def test_an_empty_file_asks_for_the_general_theorem(tmp_path: Path) -> None:
    path = tmp_path / "empty.proof.toml"
    path.write_bytes(b"")
    instance = load(path)
    assert instance == Instance()
    assert instance.for_all == ("events", "delta", "strategy", "boxes", "epsilon", "n")
    assert instance.digest == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode())
    assert load(path) == loads(TWO)
    path.write_bytes(b"\xef\xbb\xbfn = 1\r\nm = 2\r\n")
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.problems[0].line == 2


def test_a_hostile_file_gets_a_bounded_answer() -> None:
    assert len(problems("\n".join(f"k{i} = 1" for i in range(1000)))) == 200
    assert (
        len(problems("[boxes.a]\nmechanism = 'randomized-response'\ntruth = '3/4'\ncount = 1000000000")) == 1
    )


def test_a_bound_of_ones_own_needs_an_epsilon_when_there_are_boxes() -> None:
    tables = ('P1 = { "0" = "2/3", "1" = "1/3" }', 'P2 = { "0" = "1/3", "1" = "2/3" }')
    text = "\n".join(('bound = "n*epsilon"', "[boxes.a]", *tables))
    with pytest.raises(InputError) as caught:
        loads(text)
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (1, "bound")
    assert "auto" in problem.hint
    assert loads('epsilon = "auto"\n' + text).bound is not None
    assert loads('bound = "n*epsilon"\nn = 3\n').bound is not None
