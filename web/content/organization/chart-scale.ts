/** Into how many parts a chart of our height divides its scale, about. */
const parts = 5;

/** The step of 1, 2 or 5 times a power of ten that divides a scale of `top` best; the chart library chooses the same. */
export function stepOf(top: number): number {
  const raw = top / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  const error = raw / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1);
}

/** Where a scale ends that begins with 0 and shows `highest`: at a step. `least` keeps steps of what is whole whole. */
export function topOf(highest: number, least = 0): number {
  let top = Math.max(highest, least) || 1;
  for (let next = 0; next !== top; ) {
    next = top;
    const step = stepOf(top);
    top = Number((Math.ceil(Number((top / step).toPrecision(12))) * step).toPrecision(12));
  }
  return top;
}
