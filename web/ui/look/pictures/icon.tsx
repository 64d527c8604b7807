import type { ReactNode } from "react";

const circle = <circle cx="8" cy="8" r="7" />;
const head = <circle cx="8" cy="4" r="3" />;
const star = "M8 1.8l1.9 3.95 4.35.6-3.15 3.05.75 4.35L8 11.7l-3.85 2.05.75-4.35L1.75 6.35l4.35-.6Z";

/** Drawn on 16 by 16, in lines 2 wide. */
const drawings = {
  angleLeft: <path d="M11 2 5 8l6 6" />,
  angleRight: <path d="m5 2 6 6-6 6" />,
  angleDown: <path d="m2 5 6 6 6-6" />,
  dots: (
    <>
      <circle cx="8" cy="2.5" r="0.5" />
      <circle cx="8" cy="8" r="0.5" />
      <circle cx="8" cy="13.5" r="0.5" />
    </>
  ),
  bars: <path d="M1 3h14M1 8h14M1 13h14" />,
  cross: <path d="m2 2 12 12M14 2 2 14" />,
  plus: <path d="M8 2v12M2 8h12" />,
  check: <path d="m1.5 8.5 4 4 9-9.5" />,
  search: <path d="M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 4 4" />,
  filter: <path d="M1 3h14M3.5 8h9M6 13h4" />,
  chart: <path d="M2 2h12v12H2ZM6 6v4h4V6Z" />,
  grid: <path d="M2 2h4v4H2Zm8 0h4v4h-4ZM2 10h4v4H2Zm8 0h4v4h-4Z" />,
  calendar: <path d="M2 3h12v11H2ZM2 7h12M5 1v3M11 1v3" />,
  file: <path d="M3 1.5h6.5l3.5 3.5v9.5H3ZM9 2v4h4" />,
  list: <path d="M2 2h12v12H2ZM5 6h6M5 9h4" />,
  bullets: <path d="M6 3.500h9M6 8h9M6 12.500h9M2 3.500h.01M2 8h.01M2 12.500h.01" />,
  numbers: (
    <path d="M7 3.500h8M7 8h8M7 12.500h8M1.500 2.500 3 1.500v5M1.300 10.200c.4-1.300 2.600-1.200 2.500.2-.1 1.200-2.300 2-2.500 3.600h2.700" />
  ),
  quote: (
    <path d="M6.500 3.500C3.500 4.500 2 6.500 2 9.500a2.200 2.200 0 1 0 2.200-2.200M14.500 3.500c-3 1-4.500 3-4.500 6a2.200 2.200 0 1 0 2.200-2.200" />
  ),
  pencil: <path d="m2 14 .8-3.6L11 2.2l2.8 2.8-8.2 8.2ZM9 4l3 3" />,
  link: (
    <path d="M6.5 9.500a3 3 0 0 0 4.3 0L13.5 6.800a3 3 0 0 0-4.3-4.300L8.2 3.500M9.5 6.500a3 3 0 0 0-4.3 0L2.5 9.200a3 3 0 0 0 4.3 4.300l1-1" />
  ),
  lock: <path d="M3 7h10v7.500H3ZM5 7V4.500a3 3 0 0 1 6 0V7" />,
  send: <path d="m1.5 8 13-6-5 12.5-2.5-5Z" />,
  download: <path d="M8 1v9M4 6.5 8 10.5l4-4M2 14h12" />,
  upload: <path d="M8 15V6M4 9.5 8 5.5l4 4M2 2h12" />,
  person: (
    <>
      {head}
      <path d="M2 16v-2.5A3.5 3.5 0 0 1 5.5 10h5a3.5 3.5 0 0 1 3.5 3.5V16" />
    </>
  ),
  people: (
    <>
      <circle cx="4.5" cy="4.2" r="2.2" />
      <circle cx="11.3" cy="6.7" r="2.2" />
      <path d="M1 13v-1.5A2.5 2.5 0 0 1 3.5 9H5m2 7v-1.5A2.5 2.5 0 0 1 9.5 12h3.5a2.5 2.5 0 0 1 2.5 2.5V16" />
    </>
  ),
  star: <path d={star} />,
  starFilled: <path d={star} fill="currentColor" />,
  gear: (
    <>
      <circle cx="8" cy="8" r="2" />
      <path d="M8 1v2.5M8 12.5V15M1.9 4.5l2.2 1.25M11.9 10.25l2.2 1.25M1.9 11.5l2.2-1.25M11.9 5.75l2.2-1.25" />
      <circle cx="8" cy="8" r="4.7" />
    </>
  ),
  award: <path d="M8 10.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM5.2 10 4.2 15 8 13l3.8 2-1-5" />,
  shield: <path d="M8 1.5 14 3.500V7.500C14 11 11.5 13.5 8 14.5 4.5 13.5 2 11 2 7.500v-4Z" />,
  building: <path d="M2 14.500h12M3.5 14V2h9v12M6.5 14v-3h3v3M6.5 5h3M6.5 8h3" />,
  scales: <path d="M8 1.500v12M5 14h6M2.5 4h11M3.5 4.500l-2.5 5h5ZM12.5 4.500l-2.5 5h5Z" />,
  lamp: <path d="M5.5 12h5M6 15h4M5.5 12c0-2.5-2.5-3-2.5-6a5 5 0 0 1 10 0c0 3-2.5 3.5-2.5 6Z" />,
  help: (
    <>
      {circle}
      <path d="M5.8 6.3C5.9 4.9 6.8 4 8.1 4c1.4 0 2.3 1 2.1 2.2C10 7.8 8 8 8 10m0 1.5v1" />
    </>
  ),
  circleCheck: (
    <>
      {circle}
      <path d="m4.5 8 2.5 2.5L11.5 6" />
    </>
  ),
  circleClock: (
    <>
      {circle}
      <path d="M8 4v4.5H4.5" />
    </>
  ),
  circleDots: (
    <>
      {circle}
      <path d="M4.2 8h1.3M7.35 8h1.3M10.5 8h1.3" />
    </>
  ),
  circleCross: (
    <>
      {circle}
      <path d="m5.5 5.5 5 5m0-5-5 5" />
    </>
  ),
  circleBar: (
    <>
      {circle}
      <path d="M4.5 8h7" />
    </>
  ),
  circleInfo: (
    <>
      {circle}
      <path d="M8 11.8V7.5M8 4v1.5" />
    </>
  ),
  triangle: <path d="M8 1.5 15 14.5H1ZM8 6v4m0 1.3v1.5" />,
} satisfies Record<string, ReactNode>;

/** The name of a drawing. */
export type IconName = keyof typeof drawings;

/** A drawing in the colour of its text. Decorative: words stand beside it, or name the button it is in. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
