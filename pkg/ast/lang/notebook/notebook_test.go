package notebook

import (
	"testing"

	"github.com/pi-project-map/pmap/pkg/ast/lang/langtest"
)

func TestExtract(t *testing.T) {
	langtest.Check(t, Extractors(), []langtest.Case{
		{
			File: "a.ipynb",
			In: `{"cells": [
 {"cell_type": "markdown", "metadata": {}, "source": ["# Training **a** model\n", "\n", "Fits a model to the data."]},
 {"cell_type": "code", "execution_count": 1, "outputs": [{"text": ["import no"]}], "source": ["%matplotlib inline\n", "!pip install x\n", "import numpy as np\n", "files = !ls\n", "if True:\n", "    %time f()\n", "np.array?\n", "np.zeros(1)"]},
 {"cell_type": "markdown", "source": "## Data"},
 {"cell_type": "code", "source": "%%bash\nfrom no import x"},
 {"cell_type": "code", "source": "%%time\nfrom lib.data import load\nx = 1\ndef fit(a, b=1):\n    \"\"\"Fits it.\"\"\"\nclass Net(Base): pass"},
 {"cell_type": "raw", "source": "import no"}],
 "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4}`,
			Want: `{"state":"ok","doc":"Fits a model to the data.","symbols":[{"name":"Training a model","kind":"heading"},{"name":"Data","kind":"heading"},
				{"name":"fit","kind":"function","signature":"fit(a, b=1)","doc":"Fits it."},{"name":"Net","kind":"class","signature":"class Net(Base)"}],
				"imports":[{"raw":"numpy","form":"module","names":["zeros"]},{"raw":"lib.data","names":["load"]}],
				"facts":{"kind":"notebook","title":"Training a model","summary":"Fits a model to the data."}}`,
		},
		{
			File: "r.ipynb",
			In:   `{"cells": [{"cell_type": "markdown", "source": ["# In R"]}, {"cell_type": "code", "source": ["library(x)"]}], "metadata": {"language_info": {"name": "R"}}}`,
			Want: `{"state":"ok","symbols":[{"name":"In R","kind":"heading"}],"facts":{"kind":"notebook","title":"In R"}}`,
		},
		{
			File: "old.ipynb",
			In:   `{"worksheets": [{"cells": [{"cell_type": "code", "input": ["import os"]}]}], "nbformat": 3}`,
			Want: `{"state":"ok","imports":[{"raw":"os","form":"module"}],"facts":{"kind":"notebook"}}`,
		},
		{
			File: "bold.ipynb",
			In:   `{"cells": [{"cell_type": "markdown", "source": ["**Chapter 1 – Trees**\n", "\n", "Words on the chapter."]}, {"cell_type": "markdown", "source": "# Setup"}]}`,
			Want: `{"state":"ok","doc":"Words on the chapter.","symbols":[{"name":"Chapter 1 – Trees","kind":"heading"},{"name":"Setup","kind":"heading"}],
				"facts":{"kind":"notebook","title":"Chapter 1 – Trees","summary":"Words on the chapter."}}`,
		},
		{File: "b.ipynb", In: `{"cells": [{"cell_type": "code", "source": 1}]}`, Want: `{"state":"ok","facts":{"kind":"notebook"}}`},
		{File: "cut.ipynb", In: `{"cells": [{`, Want: `{"state":"failed"}`},
	})
}

func TestBombs(t *testing.T) {
	langtest.Bombs(t, Extractors(), 1<<20, "{", "[", `{"cells":[`, `"`, `{"cells": [{"source": "`)
}

func FuzzExtract(f *testing.F) {
	langtest.Fuzz(f, Extractors(), `{"cells": [{"cell_type": "code", "source": ["%a\n", "import b"]}, {"cell_type": "markdown", "source": "# c"}]}`)
}
