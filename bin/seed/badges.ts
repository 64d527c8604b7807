import type { AccountToOpen } from "../local/sandbox/badgr/badgr.ts";
import { seedPassword } from "./people.ts";

const image = (colour: string, letter: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><circle cx="200" cy="200" r="190" fill="${colour}"/><circle cx="200" cy="200" r="165" fill="none" stroke="#fff" stroke-width="8"/><path d="${letter}" fill="none" stroke="#fff" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
};
const book = "M110 150 Q155 130 200 150 Q245 130 290 150 V270 Q245 250 200 270 Q155 250 110 270 Z M200 150 V270";
const speech = "M115 140 H285 V240 H215 L175 285 V240 H115 Z";
const steps = "M110 280 H165 V230 H220 V180 H275 V130";

/** The account of Northwind at the badge service, with what it awarded before there was Laurel. */
export const northwindBadges = {
  region: "us",
  username: "badges@northwind.test",
  password: seedPassword,
  issuers: [
    {
      name: "Northwind College",
      email: "badges@northwind.test",
      url: "https://northwind.test",
      description: "The college's badges for classroom practice and school leadership.",
      badges: [
        {
          name: "Inquiry in the Classroom",
          description: "Plans and leads an inquiry in which students ask, test and explain.",
          image: image("#1f6f4a", book),
        },
        {
          name: "Instructional Leadership",
          description: "Observes lessons, gives feedback that is used, and builds a team that learns.",
          image: image("#5a3e85", steps),
        },
      ],
    },
    {
      name: "Northwind Center for Counseling",
      email: "counseling@northwind.test",
      url: "https://northwind.test/counseling",
      description: "Badges for school counselors.",
      badges: [
        {
          name: "Trauma-Aware Counseling",
          description: "Recognizes signs of trauma, responds calmly and involves the right people.",
          image: image("#a3471d", speech),
        },
      ],
    },
  ],
} as const satisfies AccountToOpen;

/** An account of the same college that signs in through another service: it has no password to connect with. */
export const northwindSingleSignOn = { username: "sso@northwind.test" } as const satisfies AccountToOpen;
