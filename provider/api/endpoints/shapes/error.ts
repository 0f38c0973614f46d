import * as z from "zod";
import { flag, text } from "./values.ts";

/** Every registrar error has this shape. Specification, "Errors". */
export const errorBody = z.looseObject({ success: flag, error: text, message: text });
