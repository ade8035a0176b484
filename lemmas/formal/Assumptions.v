(** The axioms behind the main theorems.  A group is one tuple, so that Coq walks through the proofs once per group:
    the list printed for it is the union.  build.sh writes the names to assumptions.txt, and the tests compare that
    with golden_assumptions.txt. *)
From AdvancedComposition Require
  Closeness ChainRule Outputs Ratio BoundedLoss Fact1 ConditionalMean Hoeffding Azuma Substitution HockeyStick
  BadSet MainTheorem Dominance RandomisedResponse Certificate Tree TreeOutputs WorstCase Instance Bits
  instances.AdaptiveCoins instances.RevealedChoices instances.WorstStrategy instances.ForgottenIndex
  instances.WrongK instances.HundredOpenings.

Definition general_proof :=
  (@Closeness.close_iff_events, @ChainRule.prefix_mass, @ChainRule.total_mass, @ChainRule.opened_distinct,
   @ChainRule.openings_at_most_boxes, @Outputs.expectation_of_outputs, @Outputs.outputs_is_dist,
   @Outputs.outputs_same_support, @Outputs.forgetting, @Ratio.ratio_on_histories, @Ratio.loss_on_histories,
   @Ratio.ratio_on_outputs, @BoundedLoss.bounded_loss, @Fact1.fact_1, @Fact1.mean_loss_sharp,
   @ConditionalMean.conditional_mean_given_history, @ConditionalMean.conditional_mean_given_losses,
   @Hoeffding.hoeffding, @Azuma.azuma, @Substitution.substitution, @Substitution.substitution_without_eps,
   @HockeyStick.links, @HockeyStick.hockey_stick_attained, @BadSet.bad_set_lemma_on_histories,
   @BadSet.bad_set_lemma_on_outputs, @BadSet.sharp_bad_set_lemma_on_histories,
   @BadSet.sharp_bad_set_lemma_on_outputs, @MainTheorem.advanced_composition_on_histories,
   @MainTheorem.advanced_composition, @MainTheorem.sharp_composition_on_histories,
   @MainTheorem.sharp_composition, @HockeyStick.hockey_stick_bounds_events,
   @HockeyStick.hockey_stick_bounds_tests).
Goal True. idtac "== general_proof". Abort.
Print Assumptions general_proof.

Definition dominance :=
  (@Dominance.channel_mixture, @Dominance.channel_is_dist, @Dominance.dominance_on_histories,
   @Dominance.dominance_on_outputs, @Dominance.dominance_of_tests,
   @RandomisedResponse.rr_hockey_stick_binomial, @RandomisedResponse.rr_attained).
Goal True. idtac "== dominance". Abort.
Print Assumptions dominance.

Definition certificates :=
  (@Certificate.certified_family, @Certificate.strategy_sound, @Tree.hockey_stick_exact,
   @Tree.bad_set_mass_exact, @TreeOutputs.hockey_stick_outputs_exact, @TreeOutputs.bad_set_mass_outputs_exact,
   @WorstCase.worst_hockey_stick, @WorstCase.worst_bad_set, @WorstCase.all_strategies, @Instance.instance_theorem,
   @Instance.instance_theorem_on_histories, @Instance.claim_on_histories, @Instance.claim_on_outputs,
   @Instance.bad_set_on_outputs_value, @Bits.rr_hockey_stick_exact, @Bits.all_boxes,
   @Instance.refuted_on_histories, @Instance.refuted_on_outputs).
Goal True. idtac "== certificates". Abort.
Print Assumptions certificates.

Definition instances_without_intervals :=
  (@AdaptiveCoins.composition, @RevealedChoices.loss_of_third_step, @WorstStrategy.no_strategy_does_better,
   @WorstStrategy.this_strategy_attains_it, @WorstStrategy.fixed_sets_are_worse).
Goal True. idtac "== instances_without_intervals". Abort.
Print Assumptions instances_without_intervals.

Definition instances_with_intervals :=
  (@AdaptiveCoins.exact_on_histories, @ForgottenIndex.bad_outputs, @ForgottenIndex.bad_histories,
   @WrongK.k_1_is_false, @HundredOpenings.hundred_openings, @AdaptiveCoins.too_strong,
   @RevealedChoices.mean_of_third_step,
   @WorstStrategy.every_strategy).
Goal True. idtac "== instances_with_intervals". Abort.
Print Assumptions instances_with_intervals.
