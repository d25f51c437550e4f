import { defineConfig } from 'forecourt/model';
import { reorders } from './plugins/reorders/index.ts';

export default defineConfig({ plugins: [reorders({ most: 1_000 })] });
