/** Settings of the ground below maps, and what pages and their content policy make of them. */
import { z } from 'zod';
import { archiveFault } from './archive.ts';
import type { Bounds, MapGround } from './figure.ts';
import { townsOf } from './towns.ts';

const httpsAddress = z.url({ protocol: /^https?$/ });

export const mapSettings = {
  SVC_MAP_PMTILES: z
    .string()
    .min(1)
    .optional()
    .superRefine((path, context) => {
      const fault = path === undefined ? undefined : archiveFault(path);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      'File of map tiles (PMTiles, vector, layers of the Protomaps basemap) that maps show below their marks; without it and SVC_MAP_STYLE_URL they have names of towns alone.',
    ),
  SVC_MAP_STYLE_URL: httpsAddress
    .optional()
    .describe(
      'Address of a MapLibre style that maps show below their marks. Browsers ask its server, which learns what they look at. SVC_MAP_PMTILES comes first.',
    ),
  SVC_MAP_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .pipe(z.array(httpsAddress.transform((address) => new URL(address).origin)))
    .describe(
      "Origins that the style's tiles, glyphs and pictures come from, separated by commas; its own origin is one.",
    ),
};

type MapSettings = z.output<z.ZodObject<typeof mapSettings>>;

interface GroundParts {
  /** Where this process serves the archive. */
  tilesPath: string;
  /** The area served, whose towns are named. */
  area: Bounds;
}

export function groundOf(settings: MapSettings, { tilesPath, area }: GroundParts): MapGround {
  const { SVC_MAP_PMTILES: archive, SVC_MAP_STYLE_URL: style } = settings;
  const towns = townsOf(area);
  if (archive !== undefined)
    return { source: { kind: 'tiles', url: tilesPath }, origins: [], towns };
  if (style === undefined) return { source: undefined, origins: [], towns };
  const origins = [...new Set([new URL(style).origin, ...settings.SVC_MAP_ORIGINS])];
  return { source: { kind: 'style', url: style }, origins, towns };
}
