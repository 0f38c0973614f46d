/** Rows that pass between resources in a run that doesn't end, with two provider processes, which have one or several resources each. */
import { testHandOvers } from "../support/handOver.ts";
import { onTwoProviders } from "../support/twoProviders.ts";

onTwoProviders();
testHandOvers(15);
