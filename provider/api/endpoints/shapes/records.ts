/** DNS records and URL forwards as requests write them. */
import * as z from "zod";
import { type Argument, argumentsOfAllTypes, type KindsOfAllTypes, recordTypeNames } from "../../../dns/index.ts";
import { forwardShape } from "../../forward.ts";

export const recordTypes = recordTypeNames;

/** Whatever fits: what the values mean is checked before. */
const recordPart = ({ kind, range: [least, most] = [0, 2147483647] }: Argument) =>
  (kind === "string" ? z.string() : z.int().min(least).max(most)).optional();

const { content, ...otherParts } = argumentsOfAllTypes(recordPart) as unknown as {
  [K in keyof KindsOfAllTypes]: z.ZodOptional<KindsOfAllTypes[K] extends "number" ? z.ZodInt : z.ZodString>;
};

/** DNS record request fields. Specification, "DNS record (request fields)"; that the type field is named `type` is assumed. */
export const recordBody = z.strictObject({
  type: z.enum(recordTypes),
  name: z.string().optional(),
  content,
  ttl: z.int().nonnegative().optional(),
  comment: z.string().optional(),
  ...otherParts,
});
export type RecordBody = z.input<typeof recordBody>;

/** URL forward request fields. Specification, "URL forward". Whatever fits: what the values mean is checked before. */
export const forwardBody = z.strictObject({ ...forwardShape, destination: z.string() });
export type ForwardBody = z.input<typeof forwardBody>;
