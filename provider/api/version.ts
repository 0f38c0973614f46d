import { version } from "../../package.json";

/** How the client introduces itself. */
export const userAgent = `pulumi-registrar/${version}`;
