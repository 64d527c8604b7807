/** The id of whoever is signed in on this device, or `visitor`: what is remembered for a person is kept under it. */
export function personId(): string {
  try {
    return JSON.parse(localStorage.getItem("user") ?? "{}")?.user_id ?? "visitor";
  } catch {
    return "visitor";
  }
}
