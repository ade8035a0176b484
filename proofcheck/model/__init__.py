"""The experiment, without claims about it: boxes, families, strategies, instances and their files."""

from proofcheck.model import strategies
from proofcheck.model.box import Box, Family
from proofcheck.model.instance import (
    STATEMENT_IDS,
    THEOREM_BOUND,
    Event,
    Expect,
    ExpectedRow,
    ExpectedValue,
    Instance,
)
from proofcheck.model.problems import InputError, Problem, StrategyError
from proofcheck.model.read import load, loads
from proofcheck.model.strategy import (
    FixedStrategy,
    FunctionStrategy,
    History,
    Rule,
    RuleStrategy,
    Strategy,
    UniformStrategy,
    Weights,
)
from proofcheck.model.write import strategy_to_toml, tabulated, to_toml

__all__ = [
    "STATEMENT_IDS",
    "THEOREM_BOUND",
    "Box",
    "Event",
    "Expect",
    "ExpectedRow",
    "ExpectedValue",
    "Family",
    "FixedStrategy",
    "FunctionStrategy",
    "History",
    "InputError",
    "Instance",
    "Problem",
    "Rule",
    "RuleStrategy",
    "Strategy",
    "StrategyError",
    "UniformStrategy",
    "Weights",
    "load",
    "loads",
    "strategies",
    "strategy_to_toml",
    "tabulated",
    "to_toml",
]
