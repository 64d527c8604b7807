import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** A user as the pool keeps it. Attributes do not include `sub`, which is the username. */
export interface PoolUser {
  readonly username: string;
  status: "CONFIRMED" | "FORCE_CHANGE_PASSWORD";
  enabled: boolean;
  /** Salt and scrypt hash, or nothing while the user has none. */
  password?: string;
  /** When the password was set, in milliseconds: a temporary one gets old. */
  passwordAt: number;
  attributes: Record<string, string>;
  readonly createdAt: number;
  changedAt: number;
  /** Wrong passwords in a row, and until when no further one is looked at. */
  failures: number;
  lockedUntil: number;
}

/** One refresh token. All that followed from one sign-in belong to one family and end together. */
export interface RefreshSession {
  readonly hash: string;
  readonly family: string;
  readonly username: string;
  /** When the family ends, in milliseconds. */
  readonly expiresAt: number;
  /** When the person signed in, in seconds, as tokens say it. */
  readonly authTime: number;
  /** When another token replaced it; 0 while it is the newest. */
  readonly rotatedAt: number;
}

/** The pool's people, their sessions and its signing key, in one SQLite file. */
export interface PoolStore {
  signingKey(make: () => string): string;
  find(name: string): PoolUser | undefined;
  all(): PoolUser[];
  save(user: PoolUser): void;
  remove(username: string): void;
  session(hash: string): RefreshSession | undefined;
  saveSession(session: RefreshSession): void;
  familyEnded(family: string): boolean;
  endFamily(family: string): void;
  /** Ends every family of a user. */
  endSessions(username: string): void;
  close(): void;
}

/** Opens or makes the file; `:memory:` keeps nothing. */
export function openPool(file: string): PoolStore {
  const database = new DatabaseSync(file); // what it loses unless it waits for the disk, it loses with the whole machine
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = off;
    create table if not exists signing (pem text not null);
    create table if not exists users (username text primary key, email text unique, body text not null);
    create table if not exists sessions (hash text primary key, family text not null, username text not null,
      expires_at integer not null, auth_time integer not null, rotated_at integer not null);
    create table if not exists ended (family text primary key);
  `);
  const one = (sql: string, ...values: string[]) => database.prepare(sql).get(...values) as Row | undefined;
  const run = (sql: string, ...values: (string | number | null)[]) => void database.prepare(sql).run(...values);
  return {
    signingKey(make) {
      const kept = one("select pem from signing")?.pem;
      if (kept !== undefined) return String(kept);
      const pem = make();
      run("insert into signing values (?)", pem);
      return pem;
    },
    find(name) {
      const row = one("select body from users where username = ? or email = ?", name, name.toLowerCase());
      return row && (JSON.parse(String(row.body)) as PoolUser);
    },
    all: () =>
      (database.prepare("select body from users order by rowid").all() as Row[]).map(
        (row) => JSON.parse(String(row.body)) as PoolUser,
      ),
    save(user) {
      const email = user.attributes.email?.toLowerCase() ?? null;
      const sql =
        "insert into users values (?, ?, ?) on conflict (username) do update set email = excluded.email, body = excluded.body";
      run(sql, user.username, email, JSON.stringify(user));
    },
    remove(username) {
      run("delete from users where username = ?", username);
      run("delete from sessions where username = ?", username);
    },
    session(hash) {
      const row = one("select * from sessions where hash = ?", hash);
      return (
        row && {
          hash,
          family: String(row.family),
          username: String(row.username),
          expiresAt: Number(row.expires_at),
          authTime: Number(row.auth_time),
          rotatedAt: Number(row.rotated_at),
        }
      );
    },
    saveSession({ hash, family, username, expiresAt, authTime, rotatedAt }) {
      const sql = "insert or replace into sessions values (?, ?, ?, ?, ?, ?)";
      run(sql, hash, family, username, expiresAt, authTime, rotatedAt);
    },
    familyEnded: (family) => one("select 1 as ended from ended where family = ?", family) !== undefined,
    endFamily: (family) => run("insert or ignore into ended values (?)", family),
    endSessions: (username) =>
      run("insert or ignore into ended select distinct family from sessions where username = ?", username),
    close: () => database.close(),
  };
}

type Row = Record<string, unknown>;

/** Salt and scrypt hash of a password. */
export function hashPassword(password: string, salt = randomBytes(16).toString("hex")): string {
  return `${salt}:${scryptSync(password, salt, 32, { N: 4096 }).toString("hex")}`;
}

/** Whether a password is the one that was hashed. */
export function isPassword(password: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(hashPassword(password, hash.split(":")[0])));
}
