// The form of .tck files: lines, attributes, expressions and statements.
#include "tck.hpp"

using namespace crowfly;

TEST_CASE("a file is known by its first line") {
    CHECK(tck::looks_like_model("system:s\n"));
    CHECK(tck::looks_like_model("\xEF\xBB\xBF# comment\n\n  \t\r\n# more\nsystem : s"));
    CHECK_FALSE(tck::looks_like_model(""));
    CHECK_FALSE(tck::looks_like_model("# only a comment"));
    CHECK_FALSE(tck::looks_like_model("system P;"));
    CHECK_FALSE(tck::looks_like_model("systems:s"));
    CHECK_FALSE(tck::looks_like_model("process:P\nsystem:s\n"));
}

TEST_CASE("blank lines, comments, blanks between words and other line ends are free") {
    const TckModel model(
        "# first\n\n system : s # the name\r\nevent:e\r\n\tprocess:P\n\nlocation:P:a {initial:}  # here\n"
        "location:P:b.c{}\nedge : P : a : b.c : e { provided : 1 == 1 : do : }\nsync:P@e");
    CHECK(model.said() == "");
    CHECK(model.network().processes.size() == 1);
    CHECK(model.network().locations[1].name == "b.c");
}

TEST_CASE("attributes may go over several lines, be empty, and be given twice") {
    TckModel model(
        "system:s\nevent:e\nint:1:0:9:0:i\nprocess:P\nlocation:P:a{initial: : labels: u, v\n : labels: w , "
        "u}\nlocation:P:b\n"
        "edge:P:a:b:e{ provided: i==0\n : provided: : do:\n i = i + 1;\n : do: i = i * 5 }\n");
    CHECK(model.said() == "");
    CHECK(model.network().locations[0].labels == std::vector<std::string>{"u", "v", "w"});
    CHECK(model.reachable("P.b && i == 5"));
}

TEST_CASE("a line that is wrong is reported where it goes wrong, once") {
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\n^locaton:P:b\n") == "E003");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\n^:P\n") == "E003");
    CHECK(said_of("system:s\nprocess:P ^Q\nprocess:R\nlocation:R:a{initial:}\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nclock:^x\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nclock:1^\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nclock:^-1:x\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nint:1:0:^99999999999:0:i\n") == "E004");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:^edge{initial:}\nlocation:R:a{initial:}\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nevent:e\nsync:R^:e\n") == "E003");
    CHECK(said_of("system:s\nprocess:R\nlocation:R:a{initial:}\nevent:e\nsync:R@^\n") == "E003");
}

TEST_CASE("attributes that are not closed do not swallow the lines below") {
    CHECK(said_of("system:s\nprocess:P\nlocation:P:b^{labels: x\nlocation:P:a{initial:}\n") == "E008");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b^{labels: x") == "E008");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{^}{}\n") != "");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{labels: x ^# why\n}\n") == "E003");
    CHECK(said_of("system:s\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{labels^}\n") == "E003");
}

TEST_CASE("every form of condition and value is read") {
    for (const char* guard : {"1<=x<5", "0 < i <= 3", "x==2&&i", "(x<3 && i==0)", "((x<3) && ((i==0)))", "!i",
                              "!(i==1)", "!i==1", "!!(0<i<2)", "x - y[0] < 3", "5 >= x", "y[i] <= 3", "i != 1",
                              "-i+2*3%2-l[i+1]/2 > -1", "x<=(if i==0 && l[0] then 1 else i*2)"}) {
        CHECK_MESSAGE(said_of_guard(guard) == "", guard);
    }
    for (const char* updates :
         {"nop", "i=1", "i=1;", "i=1;x=0", "x=y[0]", "x=y[1]+i", "x=2+y[i]", "x=i", "y[i]=0", "l[i]=l[l[0]]",
          "local a; a=1; i=a", "local a = i; i = a", "local a[4]; a[i]=1", "if i==0 then i=1 end",
          "if i then i=1 else nop; i=2; end", "while i<3 do i=i+1 end; nop"}) {
        CHECK_MESSAGE(said_of_updates(updates) == "", updates);
    }
}

TEST_CASE("what is no condition and no statement is reported at the word that does not fit") {
    CHECK(said_of_guard("i==0 ^|| i==1") == "E003");
    CHECK(said_of_guard("i ^= 1") == "E003");
    CHECK(said_of_guard("i==1 ^& x<2") == "E003");
    CHECK(said_of_guard("i==^") != "");
    CHECK(said_of_guard("0<i^>2") == "E003");
    CHECK(said_of_guard("(i==1^") != "");
    CHECK(said_of_guard("i == ^99999999999") == "E004");
    CHECK(said_of_updates("i^++") == "E003");
    CHECK(said_of_updates("i^+=1") == "E003");
    CHECK(said_of_updates("i=1^, x=0") == "E003");
    CHECK(said_of_updates("^5=i") == "E003");
    CHECK(said_of_updates("if i==0 then i=1^") != "");
    CHECK(said_of_updates("while i==0 do ^end") == "E003");
    CHECK(said_of_updates("local ^if") == "E003");
}
