"""A contract for import-linter: what each package may import from outside of the project."""

import sys

import grimp
from importlinter import Contract, ContractCheck, fields, output


class OutsideContract(Contract):
    """Each package imports, beside Python's own modules, what it is allowed to, and no more.

    A package that no line names may import nothing.

    Configuration options:
        - allowed:  Lines "package: module module …"; names are of top-level modules.
    """

    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Find the imports that no line allows."""
        lines = [line.partition(":") for line in self.contract_options["allowed"]]
        allowed = {package.strip(): set(modules.split()) for package, _, modules in lines}
        root = self.session_options["root_packages"][0]
        wrong = sorted(
            {
                (importer, imported)
                for importer in graph.find_descendants(root)
                for imported in graph.find_modules_directly_imported_by(importer)
                if (top := imported.partition(".")[0]) not in {root, *sys.stdlib_module_names}
                and top not in allowed.get(importer.split(".")[1], set())
            }
        )
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print them."""
        for importer, imported in check.metadata["wrong"]:
            output.print_error(f"{importer} imports {imported}", bold=False)
        output.new_line()
