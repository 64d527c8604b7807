import { createHash } from "node:crypto";
import { rememberedDays, rememberedDevicesMax } from "../../../shared/auth/factor.ts";
import type { Context } from "../../chain/implement.ts";
import { newId, now } from "../../data/ids.ts";
import { clock } from "../../runtime/clock.ts";
import type { Challenge } from "./challenge.ts";
import type { FactorRecord } from "./factor.ts";
import { cookie, cookieName } from "./session.ts";

type Device = FactorRecord["devices"][number];

const hashOf = (text: string, user_id: string) => createHash("sha256").update(`${text} ${user_id}`).digest("base64url");

/** The devices that are remembered now. */
export const livingDevices = ({ devices }: FactorRecord): Device[] =>
  devices.filter(({ expires_on }) => expires_on > clock.iso());

/** The remembered device that a request comes from; undefined from any other. */
export function deviceOf(request: Context["request"], factor: FactorRecord): Device | undefined {
  const text = request.cookie(cookieName("remembered"));
  if (!text) return undefined;
  const hash = hashOf(text, factor.user_id);
  return livingDevices(factor).find((device) => device.hash === hash);
}

/** A device to be remembered, and the header that has its browser keep what it is known by, which is its sign-in's alone. */
export function newDevice(
  request: Context["request"],
  { user_id, deviceText: text }: Pick<Challenge, "user_id" | "deviceText">,
): { device: Device; header: string } {
  const seconds = rememberedDays * 86_400;
  const device = {
    device_id: newId("dev"),
    hash: hashOf(text, user_id),
    name: nameOf(request.header("user-agent") ?? ""),
    remembered_on: now(),
    expires_on: new Date(clock.now() + seconds * 1000).toISOString(),
  };
  return { device, header: cookie("remembered", text, seconds) };
}

/** The remembered devices with one more: what it was known by before is gone, and the oldest gives way. */
export const withDevice = (factor: FactorRecord, former: Device | undefined, device: Device): Device[] =>
  [...livingDevices(factor).filter(({ device_id }) => device_id !== former?.device_id), device].slice(
    -rememberedDevicesMax,
  );

/** Browsers name others besides themselves: the first that fits here is the one. */
const browsers = {
  Edg: "Edge",
  OPR: "Opera",
  SamsungBrowser: "Samsung Internet",
  Firefox: "Firefox",
  FxiOS: "Firefox",
  CriOS: "Chrome",
  Chrome: "Chrome",
  Safari: "Safari",
};
const systems = {
  Windows: "Windows",
  iPhone: "iPhone",
  iPad: "iPad",
  Android: "Android",
  CrOS: "ChromeOS",
  "Mac OS": "macOS",
  Linux: "Linux",
};

function nameOf(agent: string): string {
  const first = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([mark]) => agent.includes(mark))?.[1];
  const [browser = "A browser", system] = [first(browsers), first(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
