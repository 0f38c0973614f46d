/** What domains cost, and orders of them. */
import * as z from "zod";
import { isObject } from "../../json.ts";
import { absent, elementId, flag, number, text } from "./values.ts";

/** A price field as it came: who spends money reads it exactly. Specification: a number, or a boolean. */
const asItCame = (type: "number" | "boolean") => z.preprocess(absent, z.unknown().meta({ type }).optional());
const priceFields = <Amount extends z.ZodType, Flag extends z.ZodType>(amount: Amount, yes: Flag) => ({
  unit_price: amount,
  renewal_price: amount,
  icann_fee: amount,
  is_premium: yes,
  registration_length: amount,
  subtotal: amount,
  vat_rate: amount,
  vat_amount: amount,
  total: amount,
});

/** Price fields, decimals in major units; the currency is not stated. An ICANN fee, where present, is part of total. */
export const price = z.looseObject(priceFields(number, flag));
const untouchedPrice = z.looseObject(priceFields(asItCame("number"), asItCame("boolean")));

export const availability = z.looseObject({
  domain: text,
  availability: number,
  status: text,
  domain_price: z.preprocess(absent, untouchedPrice.optional()),
});

/** The answer to a registration, renewal or transfer order. */
export const order = z.looseObject({
  domain: text,
  registration_length: number,
  payment_method: text,
  cart_id: z.preprocess(absent, elementId.optional()),
  // The order was accepted, whatever this is.
  price_breakdown: z.preprocess((value) => (isObject(value) ? value : undefined), untouchedPrice.optional()),
  status: text,
});
