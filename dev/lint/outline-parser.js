import { parseSync, Visitor } from 'oxc-parser';

/**
 * What the rules of eslint.config.js look at, and how to get there. Everything else of a file is not even shown to them:
 * to bring it into ESLint's form and to walk through it takes most of the time of linting.
 */
const visitorKeys = {
  Program: ['body'],
  ImportDeclaration: ['source'],
  ExportNamedDeclaration: ['source'],
  ExportAllDeclaration: ['source'],
  ExpressionStatement: ['expression'],
  ImportExpression: ['source'],
  CallExpression: [],
  Literal: [],
};

/**
 * A parser for ESLint that gives an outline of a file: imports and exports from other files, whatever else names one of
 * fixed name (`import()`, `require()`, `import x = require()` and types), as `import()`, and calls of Vitest's `vi`, in this
 * order; without tokens, comments and scopes. Throws where the syntax is wrong.
 */
export const outlineParser = {
  meta: { name: 'outline-parser' },
  parseForESLint(text, { filePath }) {
    const { program, errors } = parseSync(filePath, text, { range: true, astType: 'ts' });
    const positionOf = positionsIn(text);
    if (errors.length > 0) {
      const { line, column } = positionOf(errors[0].labels[0]?.start ?? 0);
      throw Object.assign(new SyntaxError(errors[0].message), { lineNumber: line, column: column + 1 });
    }
    const imports = program.body.filter(({ source }) => source);
    const body = [...imports, ...expressionsIn(program, text).map(asStatement)];
    const ast = { ...program, body, tokens: [], comments: [], range: [0, text.length] };
    locate(ast, positionOf);
    return { ast, visitorKeys };
  },
};

/** Few files have any, which their text tells much sooner than a walk through the file. */
function expressionsIn(program, text) {
  const found = [];
  const imports = ({ range }, named) => {
    const source = literalOf(named);
    if (source !== null) found.push({ type: 'ImportExpression', source, range });
  };
  if (/\bimport\s*[(/]|\brequire\b|\bvi\s*\./.test(text))
    new Visitor({
      ImportExpression: (node) => imports(node, node.source),
      TSImportType: (node) => imports(node, node.source),
      TSExternalModuleReference: (node) => imports(node, node.expression),
      CallExpression(node) {
        if (node.callee.name === 'require') imports(node, node.arguments[0]);
        if (node.callee.object?.name === 'vi') found.push(node);
      },
    }).visit(program);
  return found;
}

/** The fixed name that an expression is, in brackets or not; null if it is none. */
function literalOf(node) {
  if (node?.expression) return literalOf(node.expression);
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node : null;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return { type: 'Literal', value: node.quasis[0].value.cooked, range: node.range };
}

const asStatement = (expression) => ({ type: 'ExpressionStatement', expression, range: expression.range });

/** ESLint names a node by line and column. */
function locate(node, positionOf) {
  node.loc = { start: positionOf(node.range[0]), end: positionOf(node.range[1]) };
  for (const key of visitorKeys[node.type])
    for (const child of [node[key]].flat()) if (child) locate(child, positionOf);
}

function positionsIn(text) {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - starts[line] };
  };
}
