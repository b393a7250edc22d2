/** A reading as it is stored, and what it says of its feed. */
export interface StoredReading {
  at: Date;
  seq: number;
  feed_no: number;
  vehicle_no: number;
  /** Thousandths of a degree Celsius: what is compared and digested is no float. */
  temperature_mc: number | null;
  /** Millionths of a degree. */
  lat_e6: number | null;
  lng_e6: number | null;
  /** Metres an hour. */
  speed_mh: number | null;
  /** `YYYY-MM-DD`. */
  calibrated_until: string | null;
  /** Older than the watermark when it came. */
  late: boolean;
  /** Its position is not plausible: it moves nothing. */
  bad_fix: boolean;
}

/** Time and measurements: two readings of one number with different contents are a conflict. */
export const contentOf = (reading: StoredReading): string => {
  const { at, temperature_mc, lat_e6, lng_e6, speed_mh, calibrated_until } = reading;
  return [at.getTime(), temperature_mc, lat_e6, lng_e6, speed_mh, calibrated_until].join(' ');
};

/** Whether it repeats the stored one. One that is sent without a calibration says nothing of it. */
export const isRepeat = (reading: StoredReading, known: StoredReading): boolean =>
  contentOf(reading) ===
  contentOf(reading.calibrated_until === null ? { ...known, calibrated_until: null } : known);

/** Progress of a feed: its highest sequence number, newest position and newest temperature. */
export interface FeedProgress {
  no: number;
  max_seq: number;
  newest: StoredReading | null;
  measured: StoredReading | null;
}

/** How far the feeds of these readings are with them. */
export function feedProgressOf(readings: readonly StoredReading[]): FeedProgress[] {
  const feeds = new Map<number, FeedProgress>();
  for (const reading of readings) {
    const { feed_no: no, seq, lat_e6, bad_fix, temperature_mc } = reading;
    const known = feeds.get(no) ?? { no, max_seq: seq, newest: null, measured: null };
    feeds.set(no, {
      no,
      max_seq: Math.max(known.max_seq, seq),
      newest: lat_e6 !== null && !bad_fix ? later(known.newest, reading) : known.newest,
      measured: temperature_mc !== null ? later(known.measured, reading) : known.measured,
    });
  }
  return [...feeds.values()];
}

const later = (known: StoredReading | null, reading: StoredReading): StoredReading =>
  known && known.at >= reading.at ? known : reading;
