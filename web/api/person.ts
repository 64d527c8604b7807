/** The id of whoever is signed in on this device. */
function storedPerson(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem("user") ?? "{}")?.user_id;
  } catch {
    return undefined;
  }
}

let owner: string | undefined;
/** Says whose document this is from now on. It stays theirs while another tab signs somebody else in. */
export function beDocumentOf(user_id: string | undefined): void {
  owner = user_id;
}

/** Whether somebody is another person than the one whose document this is: whoever is signed in by now, unless named. */
export const isSomebodyElse = (user_id = storedPerson()): boolean =>
  owner !== undefined && user_id !== undefined && user_id !== owner;

/** The id of whose document this is, or `visitor`: what is remembered for a person is kept under it. */
export const personId = (): string => owner ?? storedPerson() ?? "visitor";
