import { parseSync, visitorKeys } from 'oxc-parser';
import { analyze } from 'eslint-scope';

const noScopes = () =>
  analyze({ type: 'Program', body: [], range: [0, 0] }, { ecmaVersion: 2022, sourceType: 'module' });

export default {
  meta: { name: 'oxc-for-eslint', version: '1' },
  parseForESLint(text, { filePath }) {
    const { program, comments, errors } = parseSync(filePath, text, { range: true, astType: 'ts' });
    if (errors.length > 0) throw Object.assign(new SyntaxError(errors[0].message), { lineNumber: 1, column: 0 });
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    const position = (offset) => {
      let low = 0,
        high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - starts[low] };
    };
    const locate = (node) => {
      node.loc = { start: position(node.range[0]), end: position(node.range[1]) };
    };
    const visit = (node) => {
      locate(node);
      for (const key of visitorKeys[node.type] ?? []) {
        const child = node[key];
        if (Array.isArray(child)) {
          for (const one of child) if (one) visit(one);
        } else if (child) visit(child);
      }
    };
    visit(program);
    for (const c of comments) {
      c.range = [c.start, c.end];
      locate(c);
    }
    program.comments = comments;
    program.tokens = [];
    program.range = [0, text.length];
    locate(program);
    return { ast: program, visitorKeys, scopeManager: process.env.NOSC ? noScopes() : undefined };
  },
};
