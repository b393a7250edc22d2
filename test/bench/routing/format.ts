/** Reads the formats of Li and Lim (PDPTW) and of Cordeau and Laporte (DARP), by content. */
import type { BenchInstance, BenchSite } from './instance.ts';

type Row = readonly number[];

const columns = { pdptw: 9, darp: 7 };

/** Undefined for text in neither format. */
export function parseInstance(name: string, text: string): BenchInstance | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map(Number),
  );
  const [header = [], ...body] = rows;
  if (body.length < 3 || rows.flat().some(Number.isNaN)) return undefined;
  const has = (count: number): boolean => body.every((row) => row.length === count);
  if (header.length >= 2 && has(columns.pdptw)) return parsePdptw(name, header, body);
  if (header.length >= 5 && has(columns.darp)) return parseDarp(name, header, body);
  return undefined;
}

/** Row: id, x, y, load, begin, end, service, site of pickup, site of delivery. */
function parsePdptw(name: string, header: Row, body: readonly Row[]): BenchInstance {
  const sites = new Map<number, BenchSite>();
  const pairs: [number, number][] = [];
  for (const [id = 0, x = 0, y = 0, load = 0, begin = 0, end = 0, service = 0, ...links] of body) {
    sites.set(id, { x, y, load, begin, end, service });
    const delivery = links[1] ?? 0;
    if (delivery !== 0) pairs.push([id, delivery]);
  }
  const depot = siteOf(sites, body[0]?.[0] ?? 0);
  const [vehicles = 0, capacity = 0] = header;
  const unlimited = { durationMax: Infinity, rideMax: Infinity, home: depot };
  return { name, aim: 'vehicles', vehicles, capacity, ...unlimited, depot, sites, pairs };
}

/**
 * Row: id, x, y, service, load, begin, end. The second number of the header counts nodes in some
 * files and requests in others, so the rows decide: an even number has a last depot.
 */
function parseDarp(name: string, header: Row, body: readonly Row[]): BenchInstance {
  const requests = Math.floor((body.length - 1) / 2);
  const list = body.map(([, x = 0, y = 0, service = 0, load = 0, begin = 0, end = 0]) => {
    return { x, y, load, begin, end, service };
  });
  const sites = new Map(list.entries());
  const [vehicles = 0, , durationMax = Infinity, capacity = 0, rideMax = Infinity] = header;
  const pairs = Array.from({ length: requests }, (_, r) => [r + 1, requests + r + 1] as const);
  const depot = siteOf(sites, 0);
  const home = sites.get(2 * requests + 1) ?? depot;
  const limits = { vehicles, capacity, durationMax, rideMax };
  return { name, aim: 'distance', ...limits, depot, home, sites, pairs };
}

export function siteOf(sites: ReadonlyMap<number, BenchSite>, id: number): BenchSite {
  const site = sites.get(id);
  if (!site) throw new Error(`there is no site ${id}`);
  return site;
}
