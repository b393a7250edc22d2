/**
 * Bounded maps of inputs: members are counted before they are validated. Otherwise 80 000 hostile
 * pairs are parsed, each with its faults, before the limit of 20 is checked. Arrays need no such
 * schema: zod checks `max` first. `bounded-record.test.ts` covers both, and finds inputs without bounds.
 * Why: docs/architecture/requests.md.
 */
import { z } from 'zod';

const bounded = new WeakSet<z.core.$ZodType>();
export const isBounded = (schema: z.core.$ZodType): boolean => bounded.has(schema);

/**
 * `what` names the members in the error. Set a default with `prefault`: zod omits `default` of such
 * a schema from the OpenAPI document.
 */
export function boundedRecord<K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  [key, value]: readonly [K, V],
  { max, what }: { max: number; what: string },
) {
  const schema = z.record(key, value);
  bounded.add(schema);
  return z.preprocess((given: z.input<typeof schema>, context) => {
    if (typeof given !== 'object' || Object.keys(given ?? {}).length <= max) return given;
    context.addIssue({ code: 'custom', message: `at most ${max} ${what}`, input: given });
    return z.NEVER;
  }, schema);
}
