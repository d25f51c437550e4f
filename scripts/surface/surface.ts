import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE = path.join(ROOT, 'packages/forecourt');

/** One exported name: how it is declared, without its comments, and what its docstring says. */
export interface ExportedName {
  readonly name: string;
  readonly signature: string;
  /** Its docstring; empty where there is none. */
  readonly doc: string;
  /** Its `@example`s. */
  readonly examples: readonly string[];
  /** `file:line` below the repository. */
  readonly place: string;
}

/** How entries and their examples are read. */
export const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node', 'vite/client'],
  strict: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature;

const printer = ts.createPrinter({ removeComments: true });

/** Names of the package's entries by their files: `admin` → `packages/forecourt/admin.ts`. */
export function entryFiles(): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const typed = Object.entries(exports).filter(([, file]) => file.endsWith('.ts'));
  return Object.fromEntries(typed.map(([name, file]) => [name.slice(2), path.join(PACKAGE, file)]));
}

/** A declared type as it is written; of everything else the type that the compiler finds. */
function signatureOf(checker: ts.TypeChecker, name: string, symbol: ts.Symbol, declaration: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    return printer
      .printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile())
      .replace(/^export (declare )?/, '');
  if (ts.isClassDeclaration(declaration)) return classSignature(checker, symbol, declaration);
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const isFunction = type.getCallSignatures().length > 0;
  // A catalogue of texts would fill pages: of data the compiler's own short form is enough.
  const said = checker.typeToString(type, declaration, isFunction ? FLAGS : FLAGS & ~ts.TypeFormatFlags.NoTruncation);
  return `${ts.isFunctionDeclaration(declaration) ? 'function' : 'const'} ${name}: ${said}`;
}

function classSignature(checker: ts.TypeChecker, symbol: ts.Symbol, declaration: ts.ClassDeclaration): string {
  const heritage = (declaration.heritageClauses ?? []).map((clause) => ` ${clause.getText()}`).join('');
  const open = declaration.members.filter(
    (member) =>
      !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) &&
      !(member.name && ts.isPrivateIdentifier(member.name)),
  );
  const members = open.map((member) => {
    if (ts.isConstructorDeclaration(member))
      return `constructor(${member.parameters.map((one) => one.getText()).join(', ')})`;
    const at = member.name && checker.getSymbolAtLocation(member.name);
    return at
      ? `${at.name}: ${checker.typeToString(checker.getTypeOfSymbolAtLocation(at, member), member, FLAGS)}`
      : '';
  });
  return `class ${symbol.name}${heritage} {\n${members.map((member) => `    ${member};\n`).join('')}}`;
}

/** What each entry exports, by the entry's name, in the order of the names. */
export function publicSurface(): Readonly<Record<string, readonly ExportedName[]>> {
  const files = entryFiles();
  const program = ts.createProgram([...Object.values(files), path.join(PACKAGE, 'src/shell/virtual.d.ts')], OPTIONS);
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    Object.entries(files).map(([entry, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
      const names = checker.getExportsOfModule(module).map((exported): ExportedName => {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        const declaration = symbol.declarations![0]!;
        const source = declaration.getSourceFile();
        const line = source.getLineAndCharacterOfPosition(declaration.getStart()).line + 1;
        return {
          name: exported.name,
          signature: signatureOf(checker, exported.name, symbol, declaration),
          doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
          examples: symbol
            .getJsDocTags(checker)
            .filter((tag) => tag.name === 'example')
            .map((tag) => ts.displayPartsToString(tag.text)),
          place: `${path.relative(ROOT, source.fileName)}:${line}`,
        };
      });
      return [entry, names.sort((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

/** The report of an entry: every name as it is declared, one below the other. */
export const reportOf = (entry: string, names: readonly ExportedName[]): string =>
  `${[`forecourt/${entry}: ${names.length} names`, ...names.map(({ signature }) => signature)].join('\n\n')}\n`;

/** Where the reports lie, one file an entry. */
export const REPORTS = path.join(PACKAGE, 'api');
