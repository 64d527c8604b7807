/** A rectangle in pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const stepPx = 8;
const marginPx = 16;

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top));

/** Whether two rectangles share a pixel. */
export const overlaps = (one: Box, other: Box): boolean => overlap(one, other) > 0;

/**
 * Where a box of this size lies over none of `taken`: nearest to the top below `topPx`, at the right before the middle
 * and the left. Where there is no such place, the one that covers least.
 */
export function freePlace(
  size: Pick<Box, "width" | "height">,
  room: { readonly widthPx: number; readonly heightPx: number; readonly topPx: number },
  taken: readonly Box[],
): Box {
  const most = Math.max(marginPx, room.widthPx - size.width - marginPx);
  const lefts = [...new Set([most, Math.round((room.widthPx - size.width) / 2), marginPx])];
  let best: { box: Box; covered: number } | undefined;
  for (let top = room.topPx + 12; top + size.height <= room.heightPx - 8; top += stepPx) {
    for (const left of lefts) {
      const box = { left, top, ...size };
      const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      if (covered === 0) return box;
      if (!best || covered < best.covered) best = { box, covered };
    }
  }
  return best?.box ?? { left: most, top: room.topPx + 12, ...size };
}
