import { alarm, subscriptions } from "./alarming.ts";
import { archive, certificate, notices } from "./consequences.ts";
import { backup, tableExport } from "./copying.ts";
import { count } from "./counting.ts";
import { past, portal } from "./distribution.ts";
import { mail, people, signUp } from "./joining.ts";
import { payment } from "./paying.ts";
import { schedules } from "./schedules.ts";
import { signIn, wrongPassword } from "./signing-in.ts";
import type { Step } from "./step.ts";
import { uploads } from "./uploads.ts";
import { work } from "./work.ts";

/** The steps in their order: later ones stand on what earlier ones have made. */
export const steps: readonly Step[] = [
  portal,
  past,
  people,
  mail,
  signUp,
  wrongPassword,
  signIn,
  uploads,
  payment,
  work,
  notices,
  certificate,
  archive,
  schedules,
  count,
  subscriptions,
  alarm,
  backup,
  tableExport,
];
