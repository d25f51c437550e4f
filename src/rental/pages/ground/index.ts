import type { GroundSource } from 'forecourt/admin';

/** South-east Asia as far as the company drives, the world around it in outline (docs/operate.md). Loads with the first map without tiles. */
export const ground: GroundSource = {
  file: async () => (await import('./ground.json')).default,
  towns: async (language) => (await import('./towns.ts')).townsIn(language),
};
