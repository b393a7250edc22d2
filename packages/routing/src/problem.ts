/**
 * What the solver reads. Times and distances have one unit each, chosen by the caller; a location
 * is an index into the travel matrix.
 */

/** Square matrices, row-major: from location `a` to `b` stands at `a * size + b`. */
export interface TravelMatrix {
  readonly size: number;
  readonly times: Float64Array;
  readonly distances: Float64Array;
}

/** Service begins within the window; a van that arrives early waits. */
export interface RoutingStop {
  readonly location: number;
  readonly begin: number;
  readonly end: number;
  /** Time that the stop takes. */
  readonly service: number;
}

/** Goods that are on board when the plan begins. */
export interface GoodsOnBoard {
  readonly vehicle: number;
  /** When their pickup ended: ride time counts from then. */
  readonly since: number;
}

export interface RoutingRequest {
  readonly pickup: RoutingStop;
  readonly delivery: RoutingStop;
  /** One number for each compartment. */
  readonly load: readonly number[];
  /** From the end of pickup's service to the begin of delivery's. */
  readonly rideMax?: number;
  /** Latest begin of delivery's service, next to the window. */
  readonly deadline?: number;
  /** Class of goods, 0 to 30, as `incompatibleGoods` counts them. */
  readonly goods?: number;
  /** Documents that the van and its driver hold valid until the end of each of its stops. */
  readonly documents?: readonly number[];
  /** The only van that may carry it. */
  readonly vehicle?: number;
  readonly onBoard?: GoodsOnBoard;
  /** Price of leaving it out; without it, the objective's. */
  readonly priority?: number;
}

/** Pause that begins within the window, after any stop or at the start. */
export interface RoutingBreak {
  readonly begin: number;
  readonly end: number;
  readonly length: number;
}

/** Stop that a van has committed to: its first stops, in this order. */
export interface LockedStop {
  readonly request: number;
  readonly kind: 'pickup' | 'delivery';
}

export interface RoutingVehicle {
  readonly start: number;
  readonly end: number;
  readonly shiftBegin: number;
  readonly shiftEnd: number;
  /** One number for each compartment. */
  readonly capacity: readonly number[];
  /** From leaving the start to reaching the end. */
  readonly durationMax?: number;
  /** Needless where the van is back before the window ends. */
  readonly pause?: RoutingBreak;
  /** Document to the time until which it is valid. */
  readonly documents?: ReadonlyMap<number, number>;
  readonly locked?: readonly LockedStop[];
}

/** Prices, summed: a price that outweighs all others makes the objective lexicographic. */
export interface RoutingObjective {
  /** For each request left out. */
  readonly unplaced: number;
  /** For each van that leaves its start. */
  readonly vehicle: number;
  readonly distance: number;
}

export interface RoutingProblem {
  readonly travel: TravelMatrix;
  readonly requests: readonly RoutingRequest[];
  readonly vehicles: readonly RoutingVehicle[];
  /** Pairs of classes that are never on board together. */
  readonly incompatibleGoods?: readonly (readonly [number, number])[];
  readonly objective: RoutingObjective;
}
