/** Web Mercator in metres around an origin, y to the south. Pure: runs in the browser, too. */
export interface Place {
  lat: number;
  lng: number;
}
interface Point {
  x: number;
  y: number;
}
/** Visible area of the map, in its metres. */
export interface MapView extends Point {
  width: number;
  height: number;
}

const earthRadiusM = 6_378_137;
const radians = Math.PI / 180;
/** Where Web Mercator ends. */
const latMax = 85;

const northing = (lat: number): number => {
  const bounded = Math.max(-latMax, Math.min(latMax, lat));
  return earthRadiusM * Math.log(Math.tan(Math.PI / 4 + (bounded * radians) / 2));
};

export interface Projection {
  toPoint(place: Place): Point;
  toPlace(point: Point): Place;
}

export function projectionAround(origin: Place): Projection {
  const y0 = northing(origin.lat);
  return {
    toPoint: ({ lat, lng }) => ({
      x: Math.round((lng - origin.lng) * radians * earthRadiusM),
      y: Math.round(y0 - northing(lat)),
    }),
    toPlace: ({ x, y }) => ({
      lat: (2 * Math.atan(Math.exp((y0 - y) / earthRadiusM)) - Math.PI / 2) / radians,
      lng: origin.lng + x / earthRadiusM / radians,
    }),
  };
}

/** Metres of Mercator are longer than those of the ground, the farther from the equator. */
export const groundScale = ({ lat }: Place): number => Math.cos(lat * radians);

/** Width to height of the map. */
const aspect = 16 / 9;
const widthMinM = 2_000;

/** All places with a margin around them. */
export function viewOf(points: readonly Point[]): MapView {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const width = Math.round(
    Math.max(widthMinM, 1.1 * (right - left), 1.1 * (bottom - top) * aspect),
  );
  const height = Math.round(width / aspect);
  return {
    x: Math.round((left + right - width) / 2),
    y: Math.round((top + bottom - height) / 2),
    width,
    height,
  };
}

const widthMaxM = 5_000_000;
const widthSmallestM = 200;

/** `factor` below 1 comes closer; the point keeps its place on the screen. */
export function zoomed(view: MapView, factor: number, point?: Point): MapView {
  const width = Math.max(widthSmallestM, Math.min(widthMaxM, view.width * factor));
  const ratio = width / view.width;
  const { x, y } = point ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  return {
    x: x - (x - view.x) * ratio,
    y: y - (y - view.y) * ratio,
    width,
    height: view.height * ratio,
  };
}

/** By shares of what is shown. */
export const moved = (view: MapView, dx: number, dy: number): MapView => ({
  ...view,
  x: view.x + dx * view.width,
  y: view.y + dy * view.height,
});

export const viewBoxOf = ({ x, y, width, height }: MapView): string =>
  [x, y, width, height].map((value) => Math.round(value)).join(' ');
