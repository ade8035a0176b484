"""The proof of the advanced composition theorem, one module a statement, in the order of the proof."""

from collections.abc import Mapping

from lemmas import all_boxes, all_epsilon, all_strategies, everything
from lemmas.dominance import STATEMENT as DOMINANCE
from lemmas.g01_exponential import STATEMENT as EXPONENTIAL
from lemmas.g02_two_points import STATEMENT as TWO_POINTS
from lemmas.g03_hoeffding import STATEMENT as HOEFFDING
from lemmas.g04_markov import STATEMENT as MARKOV
from lemmas.g05_mean_loss import STATEMENT as MEAN_LOSS
from lemmas.g06_data_processing import STATEMENT as DATA_PROCESSING
from lemmas.g07_response_moment import STATEMENT as RESPONSE_MOMENT
from lemmas.g08_history_moments import STATEMENT as HISTORY_MOMENTS
from lemmas.g09_moment_tail import STATEMENT as MOMENT_TAIL
from lemmas.g10_bad_set_everywhere import STATEMENT as BAD_SET_EVERYWHERE
from lemmas.g11_composition import STATEMENT as COMPOSITION
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
from proofcheck.analysis import quantified
from proofcheck.logic.judgement import Level
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

GENERAL_PROOF: tuple[Statement, ...] = (
    CLOSENESS,
    CHAIN_RULE,
    OUTPUTS,
    SUPPORT,
    RATIO,
    BOUNDED_LOSS,
    EXPONENTIAL,
    FACT_1,
    CONDITIONAL_MEAN,
    TWO_POINTS,
    HOEFFDING,
    MARKOV,
    AZUMA,
    SUBSTITUTION,
    BAD_SET_LEMMA,
    THEOREM,
    MEAN_LOSS,
    DOMINANCE,
    DATA_PROCESSING,
    RESPONSE_MOMENT,
    HISTORY_MOMENTS,
    MOMENT_TAIL,
    BAD_SET_EVERYWHERE,
    COMPOSITION,
)
"""The general proof, the source's statements and those it lacks; each derivation cites only earlier ones."""

# Which general derivation concludes the lemma and the theorem on each level.
_LEMMA_ON_OUTPUTS: Mapping[Level, str] = {"outputs": BAD_SET_EVERYWHERE.id}
_LEMMA: Mapping[Level, str] = {"histories": BAD_SET_LEMMA.id, **_LEMMA_ON_OUTPUTS}
_THEOREM: Mapping[Level, str] = {"histories": COMPOSITION.id, "outputs": COMPOSITION.id}

LADDER: Mapping[Scope, tuple[Statement, ...]] = {
    Scope.ONE_STRATEGY: PROOF,
    Scope.ALL_STRATEGIES: (
        CLOSENESS,
        DOMINANCE,
        FACT_1,
        SUBSTITUTION,
        everything.completed(all_strategies.LEMMA, _LEMMA_ON_OUTPUTS, GENERAL_PROOF),
        all_strategies.THEOREM,
    ),
    Scope.ALL_BOXES: (
        SUBSTITUTION,
        everything.completed(all_boxes.LEMMA, _LEMMA, GENERAL_PROOF),
        everything.up_to(2000, all_boxes.THEOREM, _THEOREM, GENERAL_PROOF),
    ),
    Scope.ALL_EPSILON: (
        everything.judged_by(BAD_SET_LEMMA, _LEMMA, GENERAL_PROOF),
        everything.up_to(quantified.LARGEST_SEARCHED, all_epsilon.THEOREM, _THEOREM, GENERAL_PROOF),
    ),
    Scope.GENERAL: (
        everything.judged_by(BAD_SET_LEMMA, _LEMMA, GENERAL_PROOF),
        everything.judged_by(THEOREM, _THEOREM, GENERAL_PROOF),
    ),
}
"""What is judged on an instance, by how much it leaves open; one rung each."""
