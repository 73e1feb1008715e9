import { PLACE_KINDS, type PlaceStart } from '../files/reading/places.js';

/** Returns the column of a section's places: `[[line, kind, number], …]`; null where there are none. */
export function placesJson(places: readonly PlaceStart[]): string | null {
  if (places.length === 0) return null;
  return JSON.stringify(places.map(({ line, place }) => [line, place.kind, place.number]));
}

export function parsePlaces(json: string | null): PlaceStart[] {
  const rows: unknown = JSON.parse(json ?? '[]');
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown): PlaceStart[] => {
    const [line, name, number]: unknown[] = Array.isArray(row) ? row : [];
    const kind = PLACE_KINDS.find((each) => each === name);
    if (typeof line !== 'number' || typeof number !== 'number' || kind === undefined) return [];
    return [{ line, place: { kind, number } }];
  });
}
