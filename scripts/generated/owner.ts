/**
 * Names of the packages for other languages. They derive from the repository in package.json. Until the repository is on GitHub, its
 * address is one that no person can register (RFC 2606): docs/maintainers/release.md.
 */
import { repository } from "../../package.json";
import { capital } from "./schema.ts";

export const repositoryUrl = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
/** The account on GitHub. */
export const owner = new URL(repositoryUrl).pathname.split("/")[1] ?? "";

/** The module of the Go package, whose releases have the tag `sdk/go/vX.Y.Z`. */
export const goModule = `${repositoryUrl.replace(/^https:\/\//, "")}/sdk/go`;
/** The package that programs in Go import. */
export const goPackage = `${goModule}/registrar`;

const words = owner.split("-");
/** In .NET and Java, namespaces begin with the owner. */
export const namespaces = { dotnet: words.map(capital).join(""), java: `io.github.${words.join("_").toLowerCase()}` };
