import type { Plugin } from 'vite';

const LIBRARY = /\/node_modules\/leaflet-draw\/dist\/leaflet\.draw\.js$/;

/**
 * leaflet-draw 1.0.4 is a script of 2018: it takes `L` from the window and assigns two variables that it never declares, at which a module stops.
 * As a module it imports the one and has the others to itself.
 */
export const asDrawModule = (script: string): string => `import L from 'leaflet';\nlet type, radius;\n${script}`;

/** Makes leaflet-draw a module; packages that are put together for `forecourt dev` are no modules yet, so there it stays apart. */
export function drawTools(): Plugin {
  return {
    name: 'forecourt-draw-tools',
    config: () => ({ optimizeDeps: { exclude: ['leaflet-draw'] } }),
    transform: {
      filter: { id: LIBRARY },
      handler: (code) => ({ code: asDrawModule(code), map: null }),
    },
  };
}
