/** Rows that pass between resources in a run that doesn't end, with one provider process. Two: test/plugin/handOver. */
import { testHandOvers } from "../support/handOver.ts";

testHandOvers(12);
