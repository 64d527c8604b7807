import { randomBytes, randomUUID } from "node:crypto";
import type { PoolResource } from "../../cloud/resources/cognito.ts";
import { AwsRefusal } from "../../server.ts";
import { hashPassword, type PoolStore, type PoolUser } from "./users.ts";

/** What a call of the pool gets; only the fields the pool's answer depends on are read. */
export interface PoolInput {
  UserPoolId?: string;
  ClientId?: string;
  Username?: string;
  UserAttributes?: { Name: string; Value?: string }[];
  TemporaryPassword?: string;
  MessageAction?: string;
  Password?: string;
  Permanent?: boolean;
  AuthFlow?: string;
  AuthParameters?: Record<string, string>;
  ChallengeName?: string;
  ChallengeResponses?: Record<string, string>;
  Session?: string;
  RefreshToken?: string;
  Token?: string;
  AccessToken?: string;
  Filter?: string;
  Limit?: number;
  PaginationToken?: string;
}

const LIST_MAX = 60;
const DAY_MS = 86_400_000;
const standardAttributes = new Set(
  (
    "address birthdate email email_verified family_name gender given_name locale middle_name name nickname " +
    "phone_number phone_number_verified picture preferred_username profile updated_at website zoneinfo"
  ).split(" "),
);

/** The pool's people as an administrator handles them. */
export interface Accounts {
  /** How long a temporary password is good. */
  readonly temporaryPasswordMs: number;
  readonly operations: Readonly<Record<string, (input: PoolInput) => unknown>>;
  /** The user of a name or e-mail; otherwise UserNotFoundException. */
  need(name: string): PoolUser;
  /** Sets a password that keeps to the policy, for good or until the first sign-in. */
  setPassword(user: PoolUser, password: string, permanent: boolean): void;
}

/** The administrative calls of one pool whose user names are e-mail addresses. */
export function openAccounts(options: { store: PoolStore; pool: PoolResource; now: () => number }): Accounts {
  const { store, pool, now } = options;
  const declared = new Set(pool.customAttributes.map((name) => (name.startsWith("custom:") ? name : `custom:${name}`)));
  const immutable = new Set((pool.immutableAttributes ?? []).map((name) => name.replace(/^(custom:)?/, "custom:")));

  function need(name: string): PoolUser {
    const user = store.find(name);
    if (user === undefined) throw new AwsRefusal("UserNotFoundException", "User does not exist.");
    return user;
  }

  function attributesOf(input: PoolInput): Record<string, string> {
    const pairs = (input.UserAttributes ?? []).map(({ Name, Value = "" }) => {
      if (Name === "sub") throw invalid("Cannot modify the non-mutable attribute sub");
      if (!declared.has(Name) && !standardAttributes.has(Name)) {
        throw invalid(`Attributes did not conform to the schema: ${Name}: Attribute does not exist in the schema.`);
      }
      return [Name, Value] as const;
    });
    return Object.fromEntries(pairs);
  }

  function setPassword(user: PoolUser, password: string, permanent: boolean): void {
    checkPolicy(password, pool.passwordPolicy);
    store.save({
      ...user,
      password: hashPassword(password),
      passwordAt: now(),
      status: permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD",
      changedAt: now(),
      failures: 0,
      lockedUntil: 0,
    });
  }

  const change = (work: (user: PoolUser, input: PoolInput) => void) => (input: PoolInput) => {
    work(need(input.Username ?? ""), input);
    return {};
  };
  const operations: Accounts["operations"] = {
    AdminCreateUser(input) {
      const attributes = attributesOf(input);
      const email = input.Username ?? "";
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid("Username should be an email.");
      if (input.MessageAction !== "SUPPRESS") {
        const message = "The local pool sends no mail of its own: MessageAction must be SUPPRESS.";
        throw new AwsRefusal("CodeDeliveryFailureException", message);
      }
      if (attributes.email !== undefined && attributes.email.toLowerCase() !== email.toLowerCase()) {
        throw invalid("Email and username must be the same.");
      }
      if (store.find(email)) throw new AwsRefusal("UsernameExistsException", "User account already exists");
      const temporary = input.TemporaryPassword ?? `${randomBytes(24).toString("base64url")}aA1!`;
      const at = now();
      const user: PoolUser = {
        username: randomUUID(),
        status: "FORCE_CHANGE_PASSWORD",
        enabled: true,
        passwordAt: at,
        attributes: { ...attributes, email },
        createdAt: at,
        changedAt: at,
        failures: 0,
        lockedUntil: 0,
      };
      setPassword(user, temporary, false);
      return { User: { ...metadata(user), Attributes: attributeList(user) } };
    },
    AdminGetUser(input) {
      const user = need(input.Username ?? "");
      return { ...metadata(user), UserAttributes: attributeList(user) };
    },
    AdminSetUserPassword: change((user, input) => setPassword(user, input.Password ?? "", input.Permanent === true)),
    AdminUpdateUserAttributes: change((user, input) => {
      const attributes = attributesOf(input);
      const fixed = Object.keys(attributes).find((name) => immutable.has(name));
      if (fixed) throw invalid(`user.${fixed}: Attribute cannot be updated.`);
      const holder = attributes.email === undefined ? undefined : store.find(attributes.email);
      if (holder && holder.username !== user.username) {
        throw new AwsRefusal("AliasExistsException", "An account with the given email already exists.");
      }
      // As in Cognito, a new address is unverified unless the same call says otherwise.
      const verified: Record<string, string> = attributes.email === undefined ? {} : { email_verified: "false" };
      store.save({ ...user, attributes: { ...user.attributes, ...verified, ...attributes }, changedAt: now() });
    }),
    AdminDisableUser: change((user) => {
      store.save({ ...user, enabled: false, changedAt: now() });
      store.endSessions(user.username);
    }),
    AdminEnableUser: change((user) => store.save({ ...user, enabled: true, changedAt: now() })),
    AdminDeleteUser: change((user) => {
      store.endSessions(user.username);
      store.remove(user.username);
    }),
    AdminUserGlobalSignOut: change((user) => store.endSessions(user.username)),
    ListUsers(input) {
      const limit = input.Limit ?? LIST_MAX;
      if (limit > LIST_MAX) throw invalid(`Value '${limit}' at 'limit' must be less than or equal to ${LIST_MAX}`);
      const from = Number(input.PaginationToken ?? 0);
      const found = store.all().filter(matcher(input.Filter));
      return {
        Users: found.slice(from, from + limit).map((user) => ({ ...metadata(user), Attributes: attributeList(user) })),
        ...(found.length > from + limit && { PaginationToken: String(from + limit) }),
      };
    },
  };
  const days = Number(pool.passwordPolicy.TemporaryPasswordValidityDays ?? 7);
  return { need, setPassword, operations, temporaryPasswordMs: days * DAY_MS };
}

const invalid = (message: string) => new AwsRefusal("InvalidParameterException", message);

const metadata = (user: PoolUser) => ({
  Username: user.username,
  Enabled: user.enabled,
  UserStatus: user.status,
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.changedAt / 1000,
});

const attributeList = (user: PoolUser) =>
  Object.entries({ sub: user.username, ...user.attributes }).map(([Name, Value]) => ({ Name, Value }));

/** Refuses a password that the pool's policy, in the template's words, does not take. */
function checkPolicy(password: string, policy: PoolResource["passwordPolicy"]): void {
  const rules: [broken: boolean, what: string][] = [
    [password.length < Number(policy.MinimumLength ?? 8), "Password not long enough"],
    [policy.RequireUppercase === true && !/[A-Z]/.test(password), "Password must have uppercase characters"],
    [policy.RequireLowercase === true && !/[a-z]/.test(password), "Password must have lowercase characters"],
    [policy.RequireNumbers === true && !/\d/.test(password), "Password must have numeric characters"],
    [policy.RequireSymbols === true && !/[^A-Za-z0-9]/.test(password), "Password must have symbol characters"],
    [password.length > 256, "Password must not be longer than 256 characters"],
    [/^\s|\s$/.test(password), "Password must not begin or end with white space"],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new AwsRefusal("InvalidPasswordException", `Password did not conform with policy: ${broken[1]}`);
}

/** Reads `email = "ada@x.test"` and `email ^= "ada"`. */
function matcher(filter: string | undefined): (user: PoolUser) => boolean {
  if (!filter) return () => true;
  const [, name, operator, value] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter) ?? [];
  if (name === undefined || value === undefined) throw invalid(`Error while parsing filter: ${filter}`);
  return (user) => {
    const known: Record<string, string> = {
      ...user.attributes,
      sub: user.username,
      username: user.username,
      status: user.enabled ? "Enabled" : "Disabled",
      "cognito:user_status": user.status,
    };
    const have = (known[name] ?? "").toLowerCase();
    return operator === "=" ? have === value.toLowerCase() : have.startsWith(value.toLowerCase());
  };
}
