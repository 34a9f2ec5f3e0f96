// A lesson's folder for tests, with one kernel, one prediction and one exercise; each test breaks one thing.
#pragma once

#include <stdexcept>
#include <string>

#include "temporary_folder.h"

namespace warpwise::test {

inline const std::string good_manifest = R"toml(id = "tiny"
title = "A tiny lesson"
part = 1
goals = ["see"]
remember = ["one", "two", "three"]

[parameters]
n = { kind = "size", default = 100, min = 1, max = "2^10" }
block = { kind = "block", default = 32 }
dtype = { kind = "dtype", default = "f32", of = ["f32", "f64"] }

[[array]]
name = "a"
shape = ["n"]
fill = "ones"
role = "output"

[[kernel]]
id = "add_one"
source = "add_one.cu"
entry = "add_one<{dtype}>"
args = ["a", "n"]
grid = "ceil(n / block)"
reference = "add_one"

[[preset]]
name = "Small"
kernel = "add_one"
set = { n = "2^4" }

[[view]]
kind = "thread_grid"

[verify]
shapes = [{ n = 100 }, { n = 33 }]
tolerance = { absolute = 0, relative = "n * epsilon", because = "a reason" }

[[prediction]]
id = "how_many"
ask = "How many threads?"
kernel = "add_one"
answers = [
  { text = "100", why = "whole blocks" },
  { text = "128", right = true, measured = "threads" },
]

[exercise]
kernel = "add_one"
task = "Do it."
hints = ["look", "write"]
gates = [{ shapes = "verify", say = "right everywhere" }]
)toml";

inline const std::string good_kernel = R"cu(template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  //[index]
    //[work]
    if (i >= n) return;
    a[i] = a[i] + T(1);
    //[/work]
}
)cu";

inline const std::string good_prose =
    "See {{code add_one#index}} and {{param n}}.\n\n```predict how_many\n```\n\n```exercise\n```\n";

// Writes a good lesson into `folder`/`name`.
inline void write_lesson(const TemporaryFolder& folder, const std::string& name, const std::string& manifest = good_manifest) {
    folder.write(name + "/lesson.toml", manifest);
    folder.write(name + "/lesson.md", good_prose);
    folder.write(name + "/add_one.cu", good_kernel);
    folder.write(name + "/exercise.cu", "// TODO\n");
    folder.write(name + "/solution.cu", "\n");
}

// `text` with its one occurrence of `from` replaced; a test that replaces nothing would test nothing.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("not in the text: " + from);
    return text.replace(at, from.size(), to);
}

}  // namespace warpwise::test
