import { brand } from "../../../../shared/platform/brand.ts";

/** The leaf mark, drawn in the theme's colour. Decorative: a name stands beside it or on its link. */
export function Leaf({ size = 32 }: { size?: number }) {
  return (
    <svg className="leaf" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className="leaf-ground" width="32" height="32" rx="8" />
      <path className="leaf-stem" d="M16 27V11" />
      <path className="leaf-side" d="M16 22c-6 0-8.500-3.500-8.500-8.500 5.500 0 8.500 3 8.500 8.500Z" />
      <path className="leaf-side" d="M16 22c6 0 8.500-3.500 8.500-8.500-5.500 0-8.500 3-8.500 8.500Z" />
      <path className="leaf-tip" d="M16 14c-3.200-2.400-3.200-6.200 0-9.500 3.200 3.300 3.200 7.100 0 9.500Z" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="logo">
      <Leaf size={size} />
      <span className="logo-name">{brand.product}</span>
    </span>
  );
}
