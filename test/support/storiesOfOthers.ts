/** The stories of one project of jest.config.cjs: on the plugin, from languages whose classes tell the provider nothing but arguments. */
import { onPlugin } from "./onPlugin.ts";

onPlugin({ isSilent: true });
