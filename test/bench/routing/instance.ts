/** Public benchmark instances as read from their files; sites have the numbers of the file. */
export interface BenchSite {
  readonly x: number;
  readonly y: number;
  readonly load: number;
  readonly begin: number;
  readonly end: number;
  readonly service: number;
}

export interface BenchInstance {
  readonly name: string;
  /** Fewest vans and then distance, or distance with the vans that there are. */
  readonly aim: 'vehicles' | 'distance';
  readonly vehicles: number;
  readonly capacity: number;
  readonly durationMax: number;
  readonly rideMax: number;
  readonly depot: BenchSite;
  /** Where vans end: the depot, or a last row of its own. */
  readonly home: BenchSite;
  readonly sites: ReadonlyMap<number, BenchSite>;
  /** Sites of pickup and delivery. */
  readonly pairs: readonly (readonly [pickup: number, delivery: number])[];
}

/** Stop of a solution. */
export interface BenchStop {
  readonly site: number;
  readonly start: number;
}

export interface BenchRoute {
  readonly stops: readonly BenchStop[];
  readonly leavesAt: number;
  readonly returnsAt: number;
}

export function distanceBetween(from: BenchSite, to: BenchSite): number {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
