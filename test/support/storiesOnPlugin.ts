/** The stories of one project of jest.config.cjs: on the plugin, by its classes for TypeScript. */
import { onPlugin } from "./pluginFront.ts";

onPlugin();
