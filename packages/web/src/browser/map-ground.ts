/**
 * Streets and water below the marks: MapLibre draws them, and follows the view of the SVG above it. It
 * takes no keys and no pointer: those are the map's, whose marks and table are the same without it.
 */
import { addProtocol, Map as GroundMap, setWorkerUrl } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { MapView } from '../map/projection.ts';
import { groundStyle } from './ground-style.ts';
import type { OpenMap } from './open-map.ts';
import { need } from './page-element.ts';

/** Metres of Web Mercator around the earth, and pixels of it at zoom 0. */
const aroundM = 2 * Math.PI * 6_378_137;
const worldPx = 512;

/** From the archive of tiles, or as the style at an address says. */
export function openGround({ element, projection, follow }: OpenMap): void {
  const { kind, url = '' } = element.dataset;
  const address = new URL(url, location.href).href;
  const container = need('.map-ground', HTMLElement, element);
  const shown = (isShown: boolean) => element.toggleAttribute('data-ground', isShown);
  setWorkerUrl(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'));
  addProtocol('pmtiles', new Protocol({ metadata: true }).tile);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const styleOf = () => (kind === 'style' ? address : groundStyle(address, dark.matches));
  const ground = new GroundMap({
    ...{ container, style: styleOf() },
    ...{ interactive: false, attributionControl: false, fadeDuration: 0 },
    ...{ renderWorldCopies: false, pitchWithRotate: false },
  });
  if (kind !== 'style') dark.addEventListener('change', () => ground.setStyle(styleOf()));
  ground.once('idle', () => {
    shown(true);
    nameSources(ground, need('.map-attribution', HTMLElement, element));
  });
  ground.on('webglcontextlost', () => shown(false));
  ground.on('webglcontextrestored', () => shown(true));
  follow(({ x, y, width, height }: MapView) => {
    const { lat, lng } = projection.toPlace({ x: x + width / 2, y: y + height / 2 });
    const zoom = Math.log2((aroundM / worldPx) * (container.clientWidth / width));
    ground.jumpTo({ center: [lng, lat], zoom });
  });
}

/** Sources hold it as HTML: its text alone is shown. */
function nameSources(ground: GroundMap, element: HTMLElement): void {
  const named = Object.keys(ground.getStyle().sources).map(
    (id) => Object(ground.getSource(id)).attribution,
  );
  const texts = named
    .filter((each) => typeof each === 'string')
    .map((each) => new DOMParser().parseFromString(each, 'text/html').body.textContent);
  element.textContent = `Map data: ${[...new Set(texts)].join(', ')}`;
}
