import { describe, expect, test } from "vitest";
import { isCommonPassword } from "../../functions/auth/model/common-passwords.ts";
import { sourceOf } from "../../functions/auth/model/source.ts";
import { resetPassword, SignIn, signup } from "../../shared/auth/calls.ts";
import { passwordFault, passwordsMatch } from "../../shared/auth/password.ts";

const messageOf = (password: string) =>
  resetPassword.input.safeParse({ email: "ada@northwind.test", password, token: "t" }).error?.issues[0]?.message;

describe("a password", () => {
  test("has at least eight characters, at most 256, and no composition rule", () => {
    expect(messageOf("")).toBe("Please enter valid Password");
    expect(messageOf("seven77")).toBe("Password must be atleast 8 characters");
    expect(messageOf("aaaaaaaa")).toBeUndefined();
    expect(messageOf("x".repeat(256))).toBeUndefined();
    expect(messageOf("x".repeat(257))).toBe("Please enter valid Password");
  });

  test("is refused when it is common, in whatever case", () => {
    expect(["password", "PassWord", "12345678", "iloveyou1"].map(isCommonPassword)).toEqual([true, true, true, true]);
    expect(["a lamp in the harbour", "Korrekte-Pferde-7"].some(isCommonPassword)).toBe(false);
  });

  test("is not the e-mail", () => {
    expect(passwordFault("Ada@Northwind.test", "ada@northwind.test")).toBeDefined();
    expect(passwordFault("something else", "ada@northwind.test")).toBeUndefined();
  });

  test("is written the same twice", () => {
    expect(passwordsMatch("one", "two")).toBe("Password field does not match");
    expect(passwordsMatch("one", "one")).toBeUndefined();
  });
});

test("the sign-in form refuses an e-mail in the quoted words and lower-cases a good one", () => {
  expect(SignIn.safeParse({ email: "ada@", password: "x" }).error?.issues[0]?.message).toBe("Enter a Valid Email");
  expect(SignIn.parse({ email: " Ada@Northwind.TEST ", password: "x" }).email).toBe("ada@northwind.test");
});

test("names are cut to thirty characters and never left empty", () => {
  const base = { email: "a@b.test", password: "long enough 1", token: "t", last_name: "B" };
  expect(signup.input.parse({ ...base, first_name: "x".repeat(40) }).first_name).toHaveLength(30);
  expect(signup.input.safeParse({ ...base, first_name: "  " }).error?.issues[0]?.message).toBe(
    "Please provide both first and last name",
  );
});

test("tries are counted by address, or by network for IPv6", () => {
  expect(sourceOf("203.0.113.7")).toBe("203.0.113.7");
  expect(sourceOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(sourceOf("2001:db8::9")).toBe("2001:db8:0:0");
});
