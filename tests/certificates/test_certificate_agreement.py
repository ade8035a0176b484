"""Engine and checker, which share no code, find the same rows: on the gallery and on random instances."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from certificate_cases import ACCEPTED, answer, certified
from proofcheck import gallery
from proofcheck.engine.certify import CannotCertifyError, accepted_certificate
from proofcheck.model import Instance, loads
from proofcheck.model.write import to_toml
from proofcheck.surfaces.api import check
from random_instances import instances

IRRATIONAL = ("exponential-mechanism", "exponential-of-rational")


LARGE = ("twelve-coins", "every-delta")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in gallery.names()]
)
def test_gallery(name: str) -> None:
    content = gallery.path(name).read_bytes()
    result = check(gallery.path(name))
    if name in IRRATIONAL:
        with pytest.raises(CannotCertifyError, match="irrational"):
            accepted_certificate(result, lambda found: answer(content, found))
        return
    written = accepted_certificate(result, lambda found: answer(content, found))
    assert answer(content, written)[0] == ACCEPTED
    assert f'"conclusion":"{result.conclusion.value}"' in written


def agree(instance: Instance) -> None:
    """Every row of the engine is found again: the certificate is accepted."""
    text = to_toml(instance)
    assert answer(text, certified(text))[0] == ACCEPTED


QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@given(instances())
@settings(max_examples=20, **QUIET)
def test_random_instances(instance: Instance) -> None:
    agree(instance)


@given(instances())
@settings(max_examples=12, **QUIET)
def test_random_instances_for_all_strategies(instance: Instance) -> None:
    agree(replace(instance, strategy=None))


@given(instances())
@settings(max_examples=10, **QUIET)
def test_random_instances_with_a_bound_that_is_too_small(instance: Instance) -> None:
    """Refuted as often as not, with a strategy and without."""
    small = replace(loads('n = 1\nbound = "n*epsilon/4"\n'), deltas=None).bound
    for strategy in (instance.strategy, None):
        text = to_toml(replace(instance, bound=small, strategy=strategy))
        result = check(loads(text))
        if result.conclusion.value == "undecided":
            continue
        try:
            written = certified(text)
        except CannotCertifyError as error:
            # Without a strategy the lemma needs a moment, and the bound may be too small for one.
            assert strategy is None and result.conclusion.value == "verified", error
        else:
            assert answer(text, written)[0] == ACCEPTED


@pytest.mark.slow
@given(instances())
@settings(max_examples=200, **QUIET)
def test_many_random_instances(instance: Instance) -> None:
    agree(instance)


@pytest.mark.slow
@given(instances())
@settings(max_examples=100, **QUIET)
def test_many_random_instances_for_all_strategies(instance: Instance) -> None:
    agree(replace(instance, strategy=None))
