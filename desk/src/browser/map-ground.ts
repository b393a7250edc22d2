/**
 * Streets and water below the marks: MapLibre draws them, and follows the view of the SVG above it. It
 * takes no keys and no pointer: those are the map's, whose marks and table are the same without it.
 */
import { addProtocol, Map as GroundMap, setWorkerUrl } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import type { MapView, Projection } from '../pages/desk/map/projection.ts';
import { groundStyle } from './ground-style.ts';

interface GroundParts {
  container: HTMLElement;
  /** Where the sources of the data are named. */
  attribution: HTMLElement;
  /** Address of the archive. */
  tiles: string;
  projection: Projection;
  /** Whether something is drawn. */
  shown(isShown: boolean): void;
}

export interface Ground {
  show(view: MapView): void;
}

/** Metres of Web Mercator around the earth, and pixels of it at zoom 0. */
const aroundM = 2 * Math.PI * 6_378_137;
const worldPx = 512;

export function openGround({ container, attribution, ...parts }: GroundParts): Ground {
  const { tiles, projection, shown } = parts;
  setWorkerUrl(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'));
  const archive = new PMTiles(tiles);
  const protocol = new Protocol();
  protocol.add(archive);
  addProtocol('pmtiles', protocol.tile);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const ground = new GroundMap({
    container,
    style: groundStyle(tiles, dark.matches),
    ...{ interactive: false, attributionControl: false, fadeDuration: 0 },
    ...{ renderWorldCopies: false, pitchWithRotate: false },
  });
  dark.addEventListener('change', ({ matches }) => ground.setStyle(groundStyle(tiles, matches)));
  ground.once('idle', () => shown(true));
  ground.on('webglcontextlost', () => shown(false));
  ground.on('webglcontextrestored', () => shown(true));
  void nameSources(archive, attribution);
  return {
    show: ({ x, y, width, height }) => {
      const { lat, lng } = projection.toPlace({ x: x + width / 2, y: y + height / 2 });
      const zoom = Math.log2((aroundM / worldPx) * (container.clientWidth / width));
      ground.jumpTo({ center: [lng, lat], zoom });
    },
  };
}

/** Archives hold it as HTML: its text alone is shown. */
async function nameSources(archive: PMTiles, element: HTMLElement): Promise<void> {
  const metadata: unknown = await archive.getMetadata();
  const named = Object(metadata).attribution;
  if (typeof named !== 'string') return;
  const text = new DOMParser().parseFromString(named, 'text/html').body.textContent;
  element.textContent = `Map data: ${text}`;
  element.hidden = false;
}
