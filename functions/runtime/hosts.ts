/**
 * Stands in for the rules of an SDK client in bundles: a service's usual host in a region, or the one that the environment
 * gives. The rules know of FIPS, dual stack and account hosts too, and bring their interpreter.
 */
export const usualHost =
  (name: string) =>
  ({ Endpoint, Region }: { readonly Endpoint?: string; readonly Region?: string }) => ({
    url: new URL(Endpoint ?? `https://${name}.${Region}.amazonaws.com${Region?.startsWith("cn-") ? ".cn" : ""}`),
    headers: {},
    properties: {},
  });
