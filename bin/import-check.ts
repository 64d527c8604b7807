/** The command that holds the sources against the order of rooms in .dependency-cruiser.mjs, for Node. */
export const importCheck: readonly string[] = [
  "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  "--config",
  ".dependency-cruiser.mjs",
  ...["functions", "shared", "lib", "bin", "web"],
];
