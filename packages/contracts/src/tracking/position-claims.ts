/**
 * Claims of a device's signature over a report of its positions, which belongs to no job. Browsers
 * load it as it stands.
 */
export const positionClaims = { job_id: '-', action: 'positions' } as const;
