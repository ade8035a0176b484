"""The proof of the advanced composition theorem, one module a statement, in the order of the proof."""

from collections.abc import Mapping

from lemmas import all_boxes, all_epsilon, all_strategies
from lemmas.dominance import STATEMENT as DOMINANCE
from lemmas.s01_closeness import STATEMENT as CLOSENESS
from lemmas.s02_chain_rule import STATEMENT as CHAIN_RULE
from lemmas.s03_outputs import STATEMENT as OUTPUTS
from lemmas.s04_support import STATEMENT as SUPPORT
from lemmas.s05_ratio import STATEMENT as RATIO
from lemmas.s06_bounded_loss import STATEMENT as BOUNDED_LOSS
from lemmas.s07_fact_1 import STATEMENT as FACT_1
from lemmas.s08_conditional_mean import STATEMENT as CONDITIONAL_MEAN
from lemmas.s09_azuma import STATEMENT as AZUMA
from lemmas.s10_substitution import STATEMENT as SUBSTITUTION
from lemmas.s11_bad_set_lemma import STATEMENT as BAD_SET_LEMMA
from lemmas.s12_theorem import STATEMENT as THEOREM
from proofcheck.logic.scope import Scope
from proofcheck.logic.statement import Statement

PROOF: tuple[Statement, ...] = (
    CLOSENESS,
    CHAIN_RULE,
    OUTPUTS,
    SUPPORT,
    RATIO,
    BOUNDED_LOSS,
    FACT_1,
    CONDITIONAL_MEAN,
    AZUMA,
    SUBSTITUTION,
    BAD_SET_LEMMA,
    THEOREM,
)
"""The statements in proof order; each uses only those before it."""

LADDER: Mapping[Scope, tuple[Statement, ...]] = {
    Scope.ONE_STRATEGY: PROOF,
    Scope.ALL_STRATEGIES: (
        CLOSENESS,
        DOMINANCE,
        FACT_1,
        SUBSTITUTION,
        all_strategies.LEMMA,
        all_strategies.THEOREM,
    ),
    Scope.ALL_BOXES: (SUBSTITUTION, all_boxes.LEMMA, all_boxes.THEOREM),
    Scope.ALL_EPSILON: (all_epsilon.THEOREM,),
}
"""What is judged on an instance, by how much it leaves open; one rung each."""
