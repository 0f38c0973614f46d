/** The page's script, whole. It is text: the browser gets it as it is written. */
import { actions } from "./actions.ts";
import { dom } from "./dom.ts";
import { main } from "./main.ts";
import { model } from "./model.ts";
import { views } from "./views.ts";

export const script = `"use strict";\n(() => {\n${model}${dom}${actions}${views}${main}})();\n`;
