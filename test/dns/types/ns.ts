export { hostContent as code } from "./hostContent.ts";
