const language = "en-US";

/** Making a format takes a slow phone ten milliseconds: each is made when it is first needed, and kept. */
function kept<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const formats = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? make(options);
    formats.set(key, format);
    return format;
  };
}
const numberFormat = kept((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
const dateFormat = kept((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options));
const relativeFormat = kept(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

/** Dollars as money: `$1,234.50`. Whatever is no number reads as $0.00. */
export const money = (dollars: unknown): string =>
  numberFormat({ style: "currency", currency: "USD" }).format(amount(dollars));
/** Dollars without the sign: `1,234.50`; `0.00` when it is no number. */
export const decimals = (dollars: unknown): string =>
  numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount(dollars));
const amount = (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : 0);

/** What a review pays, in dollars: some are done for nothing. */
export const pay = (dollars: number | undefined): string => (dollars === 0 ? "No pay" : money(dollars));

/** `1,234` */
export const count = (value: number): string => numberFormat({}).format(value);
/** `1 credential`, `3 credentials`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

const valid = (iso: string | null | undefined): Date | undefined => {
  const date = iso ? new Date(iso) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
};

interface In {
  /** The time zone to show the moment in; this device's unless told. Calendar dates (T00:00:00Z) use "UTC". */
  readonly timeZone?: string;
}

/** `MMMM DD, YYYY`: `November 05, 2026`; "" when there is no date. */
export function date(iso: string | null | undefined, { timeZone }: In = {}): string {
  const at = valid(iso);
  return at ? dateFormat({ year: "numeric", month: "long", day: "2-digit", timeZone }).format(at) : "";
}

/** A calendar date that travels as T00:00:00Z, the same day everywhere. */
export const calendarDate = (iso: string | null | undefined): string => date(iso, { timeZone: "UTC" });

/** `dddd, MMMM DD`: `Thursday, November 05`; for days that are near, whose year goes without saying. */
export function weekday(iso: string | null | undefined, { timeZone }: In = {}): string {
  const at = valid(iso);
  return at ? dateFormat({ weekday: "long", month: "long", day: "2-digit", timeZone }).format(at) : "";
}

/** `November 2026`: when somebody joined. */
export function month(iso: string | null | undefined): string {
  const at = valid(iso);
  return at ? dateFormat({ year: "numeric", month: "long" }).format(at) : "";
}

/** `November 05, 2026, 3:04 PM` */
export const dateTime = (iso: string | null | undefined, zone: In = {}): string => withTime(date, iso, zone);

/** `Thursday, November 05, 3:04 PM` */
export const weekdayTime = (iso: string | null | undefined, zone: In = {}): string => withTime(weekday, iso, zone);

function withTime(day: typeof date, iso: string | null | undefined, zone: In): string {
  const at = valid(iso);
  return at ? `${day(iso, zone)}, ${dateFormat({ hour: "numeric", minute: "2-digit", ...zone }).format(at)}` : "";
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** The number of the day that a moment falls on here. */
const dayOf = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;

/** `3 days ago`, `in 2 hours`; only beside an absolute date, so days are those of the calendar. */
export function relative(iso: string | null | undefined, nowMs = Date.now()): string {
  const at = valid(iso);
  if (!at) return "";
  const seconds = (at.getTime() - nowMs) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return "just now";
  const [name, size] = unit;
  const many = name === "day" ? dayOf(at) - dayOf(new Date(nowMs)) : Math.trunc(seconds / size);
  return relativeFormat({ numeric: "auto" }).format(many, name);
}

/** Review time: minutes below 60, hours and minutes from there. */
export function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return counted(minutes, "minute");
  return rest === 0 ? counted(hours, "hour") : `${counted(hours, "hour")} ${counted(rest, "minute")}`;
}

/** `1.4 MB` */
export function fileSize(bytes: number): string {
  const steps = ["B", "KB", "MB", "GB"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const size = bytes / 1024 ** step;
  return `${size.toFixed(step === 0 || size >= 10 ? 0 : 1)} ${steps[step]}`;
}

/** Cuts a text to `length` characters and an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
