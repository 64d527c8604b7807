/** A bundled WebAssembly file: its path relative to the importing module, for `new URL(path, import.meta.url)`. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
