/**
 * The document with every object closed. To clients answers may gain members within a version; here
 * one that is not described fails, so that no field leaves a service before its contract names it.
 */
import type { Document } from '../../journeys/openapi.ts';

export const strictDocument = (document: Document): Document =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && 'properties' in value;
    // Beside a reference stands what narrows it.
    return isObject && !('$ref' in value) ? { additionalProperties: false, ...value } : value;
  });
